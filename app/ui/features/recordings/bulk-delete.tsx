import { useState } from "react";
import type { ClipsOfCalls } from "#app/core/domain/call/call-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ClipsTick } from "#app/ui/features/forms/clips-tick.tsx";
import { type Asked, BulkQuestion } from "./bulk-question.tsx";

type Props = Asked & { going: ClipsOfCalls; onAnswer: (fields: Record<string, string>) => void };

/** Before many calls go to the trash at once, or take clips along. */
export function DeleteQuestion({ going, onAnswer, ...asked }: Props) {
  const { t } = useTranslation("question");
  const [withClips, setWithClips] = useState(true);
  const isAsked = going.clips > 0;
  return (
    <BulkQuestion
      {...asked}
      title={asked.n === null ? t("delete.titleAll") : t("delete.title", { count: asked.n })}
      effect={t("delete.effect")}
      submit={t("delete.submit")}
      tone="danger"
      onSubmit={() => onAnswer(isAsked && withClips ? { withClips: "on" } : {})}
    >
      {isAsked ? (
        <ClipsTick {...going} of="calls" links={0} isOn={withClips} onChange={setWithClips} />
      ) : null}
    </BulkQuestion>
  );
}
