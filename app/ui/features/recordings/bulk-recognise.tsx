import { useTranslation } from "#app/i18n/translation.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";

/** Before the speech of many calls is recognised once more: it takes long, and their words change. */
export function RecogniseQuestion({ onAnswer, ...asked }: Asked & { onAnswer: () => void }) {
  const { t } = useTranslation("question");
  return (
    <BulkQuestion
      {...asked}
      title={asked.n === null ? t("recognise.titleAll") : t("recognise.title", { count: asked.n })}
      effect={t("recognise.effect")}
      submit={t("recognise.submit")}
      onSubmit={onAnswer}
    />
  );
}
