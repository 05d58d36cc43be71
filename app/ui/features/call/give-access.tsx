import { useId } from "react";
import type { PersonRef } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import type { OnAccessDone } from "./access-answer.ts";
import { FIELD, PersonForm } from "./person-form.tsx";

type Props = { callId: string; candidates: readonly PersonRef[]; onDone: OnAccessDone };

/** Lets one more colleague see the call, or change it too. */
export function GiveAccess({ callId, candidates, onDone }: Props) {
  const { t } = useTranslation("access");
  const id = useId();
  if (candidates.length === 0) return <p className="text-sm text-ink-muted">{t("give.nobody")}</p>;
  return (
    <PersonForm
      callId={callId}
      intent="give_access"
      people={candidates}
      texts={{
        person: t("give.person"),
        choose: t("give.choose"),
        submit: t("give.submit"),
        busy: t("give.busy"),
      }}
      onDone={(name, { grantId }) => {
        if (grantId === undefined) return;
        onDone({ text: t("given", { name }), undo: { intent: "take_back_access", grantId } });
      }}
    >
      <label htmlFor={id} className={FIELD}>
        {t("give.level")}
        <Select
          id={id}
          name="level"
          size="small"
          width="hug"
          options={(["view", "edit"] as const).map((value) => ({
            value,
            label: t(`give.${value}`),
          }))}
        />
      </label>
    </PersonForm>
  );
}
