import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";
import { useBulkChoices } from "./use-bulk-choices.ts";

const FIELD = "grid gap-1 text-xs text-ink-muted";

/** By which template, and which version of it, the selected calls are summarised anew. */
export function RegenerateQuestion({
  onAnswer,
  ...asked
}: Asked & { onAnswer: (fields: Record<string, string>) => void }) {
  const { t } = useTranslation("question");
  const choices = useBulkChoices();
  const { data } = choices;
  const templates = data?.templates ?? [];
  const [chosen, setChosen] = useState("");
  const [templateVersion, setVersion] = useState("");
  const template = templates.find(({ id }) => String(id) === chosen) ?? templates[0];
  const id = useId();
  return (
    <BulkQuestion
      {...asked}
      choices={choices}
      title={
        asked.n === null ? t("regenerate.titleAll") : t("regenerate.title", { count: asked.n })
      }
      submit={t("regenerate.submit")}
      onSubmit={() =>
        onAnswer({
          templateId: String(template?.id ?? ""),
          ...(templateVersion !== "" && { templateVersion }),
        })
      }
    >
      <label htmlFor={`${id}t`} className={FIELD}>
        {t("regenerate.template")}
        <Select
          id={`${id}t`}
          required
          value={String(template?.id ?? "")}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value);
            setVersion("");
          }}
          options={templates.map((one) => ({ value: String(one.id), label: one.name }))}
        />
      </label>
      <label htmlFor={`${id}v`} className={FIELD}>
        {t("regenerate.version")}
        <Select
          id={`${id}v`}
          value={templateVersion}
          onChange={({ currentTarget }) => setVersion(currentTarget.value)}
          options={[
            { value: "", label: t("regenerate.newest") },
            ...(template?.versions ?? []).map((n) => ({ value: String(n), label: String(n) })),
          ]}
        />
      </label>
      <p className="text-xs text-ink-muted">{t("regenerate.effect")}</p>
    </BulkQuestion>
  );
}
