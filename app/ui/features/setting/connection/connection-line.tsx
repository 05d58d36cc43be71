import { Form } from "@remix-run/react";
import { Database, FlaskConical } from "lucide-react";
import type { ConnectionCard } from "#app/core/domain/connection/connection-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { useFaultText } from "./use-fault-text.ts";

const SIGNS = {
  new: ["○", "text-ink-muted"],
  authorising: ["◐", "text-ink-muted"],
  connected: ["●", "text-ok"],
  degraded: ["◐", "text-warn"],
  broken: ["✕", "text-danger"],
  disconnected: ["○", "text-ink-muted"],
} as const;

/** One provider: what it does, how it stands, and what can be done. */
export function ConnectionLine({ card, isOpen }: { card: ConnectionCard; isOpen: boolean }) {
  const { t } = useTranslation("connection");
  const { slug, state, account } = card;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <span className="mt-0.5">
        <Icon of={slug === "salesforce-sandbox" ? FlaskConical : Database} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="flex flex-wrap items-baseline gap-x-2 text-base font-medium">
          {t(`name.${slug}`)}
          <State card={card} />
          {account?.isSandbox === true ? <Tag>{t("sandbox")}</Tag> : null}
        </h3>
        <p className="text-sm text-ink-soft">{t(`does.${slug}`)}</p>
        <Fault card={card} />
        <Facts card={card} />
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

function State({ card: { state, faultSince } }: { card: ConnectionCard }) {
  const { t } = useTranslation("connection");
  const { when } = useFormat();
  const [sign, look] = SIGNS[state];
  return (
    <span className={`text-sm font-normal ${look}`}>
      <span aria-hidden>{sign}</span> {t(`state.${state}`)}
      {state === "broken" && faultSince !== null
        ? ` ${t("since", { when: when(faultSince) })}`
        : ""}
    </span>
  );
}

function Fault({ card: { slug, fault, scopes } }: { card: ConnectionCard }) {
  const { t } = useTranslation("connection");
  const faultText = useFaultText();
  if (fault === null) return null;
  const missing = scopes.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  return (
    <p className="text-sm">
      {faultText(fault, { name: t(`name.${slug}`), scopes: missing.join(", ") })}
    </p>
  );
}

function Facts({ card }: { card: ConnectionCard }) {
  const { t } = useTranslation("connection");
  const { when, number, seconds } = useFormat();
  const { account, connectedBy, connectedAt, quota, lastOkAt, checkMs, expiresAt } = card;
  if (account === null) return null;
  const { label, user } = account;
  const facts = [
    user === null ? t("accountOnly", { account: label }) : t("account", { account: label, user }),
    connectedBy === null || connectedAt === null
      ? null
      : t("connectedBy", { who: connectedBy.name, when: when(connectedAt) }),
    lastOkAt === null || checkMs === null
      ? null
      : t("lastOk", { when: when(lastOkAt), seconds: seconds(checkMs) }),
    quota === null ? null : t("quota", { used: number(quota.used), max: number(quota.max) }),
    expiresAt === null ? null : t("renews", { when: when(expiresAt) }),
  ];
  return (
    <p className="text-xs text-ink-muted wrap-anywhere">
      {facts.filter((fact) => fact !== null).join(" ")}
    </p>
  );
}
