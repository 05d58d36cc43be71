import { useTranslation } from "#app/i18n/translation.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";

/** Before many calls go to the trash at once. */
export function DeleteQuestion({ onAnswer, ...asked }: Asked & { onAnswer: () => void }) {
  const { t } = useTranslation("question");
  return (
    <BulkQuestion
      {...asked}
      title={asked.n === null ? t("delete.titleAll") : t("delete.title", { count: asked.n })}
      effect={t("delete.effect")}
      submit={t("delete.submit")}
      tone="danger"
      onSubmit={onAnswer}
    />
  );
}
