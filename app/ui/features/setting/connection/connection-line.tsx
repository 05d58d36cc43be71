import { Form } from "@remix-run/react";
import { Database, FlaskConical } from "lucide-react";
import type { ConnectionCard } from "#app/core/domain/connection/connection-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { ConnectionFacts, ConnectionFaultText, ConnectionState } from "./connection-facts.tsx";

/** One provider: what it does, how it stands, and what can be done. */
export function ConnectionLine({ card, isOpen }: { card: ConnectionCard; isOpen: boolean }) {
  const { t } = useTranslation("connection");
  const { slug, state, account, scopes } = card;
  const missing = scopes.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <span className="mt-0.5">
        <Icon of={slug === "salesforce-sandbox" ? FlaskConical : Database} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="flex flex-wrap items-baseline gap-x-2 text-base font-medium">
          {t(`name.${slug}`)}
          <ConnectionState health={card} />
          {account?.isSandbox === true ? <Tag>{t("sandbox")}</Tag> : null}
        </h3>
        <p className="text-sm text-ink-soft">{t(`does.${slug}`)}</p>
        <ConnectionFaultText health={card} name={t(`name.${slug}`)} missing={missing} />
        <ConnectionFacts health={card} />
      </div>
      <div className="flex flex-wrap gap-2">
        {state === "connected" || state === "degraded" ? (
          <Send
            card={card}
            intent="test_connection"
            text={t("test")}
            label={t("testOf", named(t, card))}
          />
        ) : null}
        {state === "broken" ? (
          <Send
            card={card}
            intent="connect"
            text={t("reconnect")}
            label={t("connectOf", named(t, card))}
          />
        ) : null}
        {state === "disconnected" || state === "authorising" ? (
          <Send
            card={card}
            intent="connect"
            text={t("connect")}
            label={t("connectOf", named(t, card))}
          />
        ) : null}
        {isOpen ? null : (
          <LinkButton
            to={paths.connections({ open: slug })}
            aria-label={t(state === "new" ? "setUpOf" : "manageOf", named(t, card))}
            preventScrollReset
          >
            {t(state === "new" ? "setUp" : "manage")}
          </LinkButton>
        )}
      </div>
    </li>
  );
}

type Translate = ReturnType<typeof useTranslation<"connection">>["t"];
const named = (t: Translate, { slug }: ConnectionCard) => ({ name: t(`name.${slug}`) });

type SendProps = { card: ConnectionCard; intent: string; text: string; label: string };
function Send({ card, intent, text, label }: SendProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="slug" value={card.slug} />
      <FormButton tone="plain" name="intent" value={intent} aria-label={label}>
        {text}
      </FormButton>
    </Form>
  );
}
