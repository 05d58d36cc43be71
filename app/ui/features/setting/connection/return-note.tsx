import { Form } from "@remix-run/react";
import type { ConnectionCard } from "#app/core/domain/connection/connection-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useSaved } from "#app/ui/components/form/saved.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { useFaultText } from "./use-fault-text.ts";

/** What came of the way to a provider and back; and the choice between two accounts. */
export function ReturnNote({ cards }: { cards: ConnectionCard[] }) {
  const text = useReturnText(cards);
  const waiting = cards.find(({ replacement }) => replacement !== null);
  return (
    <>
      {text === null ? null : <Banner isUpdate>{text}</Banner>}
      {waiting === undefined ? null : <Replacement card={waiting} />}
    </>
  );
}

function useReturnText(cards: ConnectionCard[]): string | null {
  const { t } = useTranslation("connection");
  const faultText = useFaultText();
  const connected = useSaved("connection_connected");
  const cancelled = useSaved("connection_cancelled");
  const failed = useSaved("connection_failed");
  const facts = (connected ?? cancelled ?? failed)?.facts;
  const card = cards.find(({ slug }) => slug === facts?.["slug"]);
  if (facts === undefined || card === undefined) return null;
  const name = t(`name.${card.slug}`);
  if (connected !== null) return t(facts["missing"] === "" ? "done" : "doneLimited", { name });
  if (failed !== null)
    return `${t("failed", { name })} ${faultText(facts["fault"] ?? "", { name, scopes: "" })}`;
  const reason = facts["reason"];
  return reason === undefined ? t("cancelled", { name }) : t("cancelledWhy", { name, reason });
}

function Replacement({ card: { slug, replacement } }: { card: ConnectionCard }) {
  const { t } = useTranslation("connection");
  if (replacement === null) return null;
  return (
    <section className="grid gap-3 rounded-panel border border-line bg-surface-raised p-4">
      <h2 className="text-base font-strong">{t("replaceTitle", replacement)}</h2>
      <p className="text-sm">{t("replaceNote", { name: t(`name.${slug}`) })}</p>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="slug" value={slug} />
        <FormButton tone="primary" name="intent" value="replace_account">
          {t("replace", { to: replacement.to })}
        </FormButton>
        <FormButton tone="plain" name="intent" value="keep_account">
          {t("keep", { from: replacement.from })}
        </FormButton>
      </Form>
    </section>
  );
}
