import { useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Transcript } from "#app/ui/features/transcript/transcript.tsx";
import { useUndo } from "#app/ui/features/transcript/use-undo.ts";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";
import { useHrefAt } from "./use-href-at.ts";
import { useSelectionActions } from "./use-selection-actions.ts";
import { useChosenRange } from "#app/ui/features/comment/comments-context.tsx";
import { wordsText } from "#app/ui/features/recordings/words-lost.tsx";
import { NothingYet } from "./nothing-yet.tsx";

type Props = { view: PlaybackView; start: TranscriptStart | null };

/** The words of the call, or the sentence that stands where there are none. */
export function CallTranscript({ view, start }: Props) {
  const { call, transcript, can, people } = view;
  const hrefAt = useHrefAt(call.id);
  const selectionActions = useSelectionActions(
    { hrefAt, visibility: call.visibility },
    {
      ...{ canEdit: can.editTranscript, canComment: can.comment },
      ...{ canLink: can.link, canClip: can.clip },
    },
  );
  const wash = useChosenRange();
  useUndo(paths.playback(call.id), transcript?.number ?? null);
  const { t } = useTranslation("stages");
  const { t: own } = useTranslation("call");
  const returnTo = useRef<number | null>(null);
  if (!transcript || !start) return <NothingYet view={view} />;
  if (transcript.segments === 0)
    return view.words?.isMissing === true ? (
      <EmptyState title={own("page.lostWords")} why={wordsText(t, view.words)} />
    ) : (
      <EmptyState title={own("page.noWords")} why={t("cause.no_speech")} />
    );
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
      wash={wash}
      returnTo={returnTo}
    />
  );
}
