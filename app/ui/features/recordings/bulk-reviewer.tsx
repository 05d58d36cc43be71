import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";
import { useBulkChoices } from "./use-bulk-choices.ts";

const FIELD = "grid gap-1 text-xs text-ink-muted";

/** Who is to listen to the selected calls, and by when. */
export function ReviewerQuestion({
  onAnswer,
  ...asked
}: Asked & { onAnswer: (fields: Record<string, string>) => void }) {
  const { t } = useTranslation("question");
  const choices = useBulkChoices();
  const { data } = choices;
  const [memberId, setMemberId] = useState("");
  const [dueOn, setDueOn] = useState("");
  const [givesAccess, setGivesAccess] = useState(false);
  const id = useId();
  return (
    <BulkQuestion
      {...asked}
      choices={choices}
      title={asked.n === null ? t("reviewer.titleAll") : t("reviewer.title", { count: asked.n })}
      submit={t("reviewer.submit")}
      onSubmit={() => onAnswer({ memberId, dueOn, ...(givesAccess && { givesAccess: "on" }) })}
    >
      <label htmlFor={`${id}m`} className={FIELD}>
        {t("reviewer.person")}
        <Select
          id={`${id}m`}
          required
          value={memberId}
          onChange={({ currentTarget }) => setMemberId(currentTarget.value)}
          options={[
            { value: "", label: t("reviewer.choose") },
            ...(data?.people ?? []).map((person) => ({ value: person.id, label: person.name })),
          ]}
        />
      </label>
      <label htmlFor={`${id}d`} className={FIELD}>
        {t("reviewer.due")}
        <input
          id={`${id}d`}
          type="date"
          value={dueOn}
          onChange={({ currentTarget }) => setDueOn(currentTarget.value)}
          className={controlLook({ size: "control", className: "w-full" })}
        />
      </label>
      <label className="flex items-center gap-1.5 text-sm">
        <Checkbox checked={givesAccess} onChange={() => setGivesAccess((before) => !before)} />
        {t("reviewer.access")}
      </label>
    </BulkQuestion>
  );
}
