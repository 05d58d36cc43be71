import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";
import { useBulkChoices } from "./use-bulk-choices.ts";

/** Whose the selected calls are from now on, and that they may be nobody's here to take back. */
export function OwnerQuestion({
  onAnswer,
  ...asked
}: Asked & { onAnswer: (memberId: string) => void }) {
  const { t } = useTranslation("question");
  const choices = useBulkChoices();
  const { data } = choices;
  const [memberId, setMemberId] = useState("");
  const id = useId();
  const people = data?.people ?? [];
  const name = people.find((person) => person.id === memberId)?.name;
  return (
    <BulkQuestion
      {...asked}
      choices={choices}
      title={asked.n === null ? t("owner.titleAll") : t("owner.title", { count: asked.n })}
      submit={name === undefined ? t("owner.submit") : t("owner.submitTo", { name })}
      onSubmit={() => onAnswer(memberId)}
    >
      <label htmlFor={`${id}m`} className="grid gap-1 text-xs text-ink-muted">
        {t("owner.person")}
        <Select
          id={`${id}m`}
          required
          value={memberId}
          onChange={({ currentTarget }) => setMemberId(currentTarget.value)}
          options={[
            { value: "", label: t("reviewer.choose") },
            ...people.map((person) => ({ value: person.id, label: person.name })),
          ]}
        />
      </label>
      <p className="text-xs text-ink-muted">{t("owner.effect")}</p>
    </BulkQuestion>
  );
}
