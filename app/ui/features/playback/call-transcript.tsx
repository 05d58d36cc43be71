import { useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import type { StageView } from "#app/core/domain/recording/stage-views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { causeText, currentStage, stageText } from "#app/ui/features/recordings/stage-items.ts";
import { Transcript } from "#app/ui/features/transcript/transcript.tsx";
import { useUndo } from "#app/ui/features/transcript/use-undo.ts";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";
import { useHrefAt } from "./use-href-at.ts";
import { useSelectionActions } from "./use-selection-actions.ts";

type Props = { view: PlaybackView; start: TranscriptStart | null };

/** The words of the call, or the sentence that stands where there are none. */
export function CallTranscript({ view, start }: Props) {
  const { call, transcript, can, people } = view;
  const hrefAt = useHrefAt(call.id);
  const selectionActions = useSelectionActions(
    { hrefAt, visibility: call.visibility },
    can.editTranscript,
  );
  useUndo(paths.playback(call.id));
  const { t } = useTranslation("stages");
  const { t: own } = useTranslation("call");
  const returnTo = useRef<number | null>(null);
  if (!transcript || !start) return <NothingYet view={view} />;
  if (transcript.segments === 0)
    return <EmptyState title={own("page.noWords")} why={t("cause.no_speech")} />;
  return (
    <Transcript
      key={transcript.number}
      transcript={transcript}
      start={start}
      urls={{
        index: paths.transcript(call.id, transcript.number),
        page: (number) => paths.transcriptPage(call.id, transcript.number, number),
      }}
      hrefAt={hrefAt}
      selectionActions={selectionActions}
      editAction={can.editTranscript ? paths.playback(call.id) : null}
      canAddTerm={can.addTerm}
      speakers={people}
      interruptions={view.marks}
      returnTo={returnTo}
    />
  );
}

/** Why there are no words: a stage that failed or was left out, else the one that runs or waits. */
function NothingYet({ view: { stages } }: Pick<Props, "view">) {
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
