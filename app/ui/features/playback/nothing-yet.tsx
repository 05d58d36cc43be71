import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import type { StageView } from "#app/core/domain/recording/stage-views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { causeText, currentStage, stageText } from "#app/ui/features/recordings/stage-items.ts";
import { useLiveStages } from "#app/ui/features/shell/use-pipeline.ts";

/** Why there are no words: a stage that failed or was left out, else the one that runs or waits. */
export function NothingYet({ view }: { view: PlaybackView }) {
  const stages = useLiveStages(view.call.id, view.stages);
  const { t } = useTranslation("stages");
  const { t: own } = useTranslation("call");
  const format = useFormat();
  const isOver = ({ name, state }: StageView) =>
    state === "failed" || (name === "transcribe" && state === "skipped");
  const stage = stages.find(isOver) ?? currentStage({ stages });
  const cause = stage?.state === "running" ? null : (stage?.cause ?? null);
  const why = stage ? stageText(stage, t, format) : t("name.transcribe");
  return (
    <EmptyState title={own("page.noTranscript")} why={cause === null ? why : causeText(t, cause)} />
  );
}
