import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import type { LinkCommand } from "./link-row.tsx";
import { RevokeQuestion } from "./revoke-question.tsx";

/** Ends a link for ever, after a question. */
export function RevokeLink({ name, command }: { name: string; command: LinkCommand }) {
  const { t } = useTranslation("share");
  const { act, busy, answer } = command;
  return (
    <RevokeQuestion
      title={t("list.revokeTitle")}
      effect={t("list.revokeEffect")}
      trigger={
        <Button tone="danger" size="small" aria-label={t("list.revokeOf", { link: name })}>
          {t("list.revoke")}
        </Button>
      }
      yes={t("list.revoke")}
      isBusy={busy === "revoke_link"}
      answer={answer}
      isAnswered={answer?.intent === "revoke_link"}
      onYes={() => act({ intent: "revoke_link" })}
    />
  );
}
