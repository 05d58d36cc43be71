import type { TFunction } from "i18next";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { ServerTime } from "#app/core/domain/server-time.ts";
import type { PlaybackTabs, PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { CallPage } from "#app/ui/features/call/call-header.tsx";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import { PlaybackLayout } from "#app/ui/features/player/playback-layout.tsx";
import type { PageKey } from "#app/ui/features/player/keys.ts";
import { PlayerProvider } from "#app/ui/features/player/player-context.tsx";
import { useReloadOnChange } from "#app/ui/features/shell/use-pipeline.ts";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";
import { CallPlayer } from "./call-player.tsx";
import type { PageData } from "./page-data.ts";
import { useCallPanels } from "./use-call-panels.tsx";
import { useLiveComments } from "./use-live-comments.ts";
import {
  CallActions,
  CallTranscript,
  ClipMaker,
  CommentsProvider,
  DealFact,
  NotRecorded,
  PipelineState,
} from "./beside-page.ts";

/** Rare: a recording that was never stopped. */
const EndedAlone = lazy(() => import("./ended-alone.tsx"));

type Props = {
  /** When the loader began to read. */
  readAt: ServerTime;
  view: PlaybackView;
  tabs: Partial<PlaybackTabs>;
  start: TranscriptStart | null;
  startMs: number | null;
  endMs: number | null;
  settings: PlayerSettings;
};

/** A call to listen to and to read. This slice is where the slices of a call meet. */
export function PlaybackPage({ readAt, view, tabs, start, startMs, endMs, settings }: Props) {
  const { t } = useTranslation("player");
  const page = useMemo(() => ({ view, tabs }), [view, tabs]);
  useReloadOnChange(({ callId }) => callId === view.call.id, readAt);
  const { call, recording, lanes, metrics } = view;
  const comments = useLiveComments(call.id, view.comments);
  const { t: playback } = useTranslation("playback");
  const canClip = useCanClip(view);
  const keys = useMemo<readonly PageKey[]>(
    () => [
      {
        action: "page.comment",
        strokes: [{ key: "c" }],
        caps: ["C"],
        label: t("keys.comment"),
        opensField: true,
      },
      ...(canClip ? clipKeys(playback) : []),
    ],
    [t, playback, canClip],
  );
  return (
    <PlayerProvider
      key={`${call.id} ${recording?.mixUrl ?? ""}`}
      call={call}
      heardUrl={paths.heard(call.id)}
      mixUrl={recording?.mixUrl ?? null}
      videoUrl={recording?.videoUrl ?? null}
      posterUrl={recording?.posterUrl ?? null}
      lanes={lanes}
      silences={metrics?.silences ?? []}
      settings={settings}
      startMs={startMs}
      endMs={endMs}
    >
      <KeyActions keys={keys}>
        <CommentsProvider
          callId={call.id}
          comments={comments}
          lastVisitAt={view.lastVisitAt}
          canComment={view.can.comment}
        >
          <CallPage
            view={view}
            deal={<DealFact view={view} />}
            actions={<CallActions view={view} />}
          >
            {canClip ? (
              <ClipMaker
                callId={call.id}
                title={call.title}
                visibility={call.visibility}
                mayWiden={view.can.share}
              />
            ) : null}
            <Slices page={page} start={start} />
          </CallPage>
        </CommentsProvider>
      </KeyActions>
    </PlayerProvider>
  );
}

/** Clips are made of sound, by who acts for themselves. */
function useCanClip({ can, recording }: PlaybackView): boolean {
  const isReadOnly = useReadOnly() !== undefined;
  return can.clip && recording?.mixUrl != null && !isReadOnly;
}

const clipKeys = (t: TFunction<"playback">): PageKey[] => [
  { action: "page.clipStart", strokes: [{ key: "i" }], caps: ["I"], label: t("keys.clipStart") },
  { action: "page.clipEnd", strokes: [{ key: "o" }], caps: ["O"], label: t("keys.clipEnd") },
  { action: "page.clipTake", strokes: [{ key: "x" }], caps: ["X"], label: t("keys.clipTake") },
];

/** The parts of the page, which know of one another only what is chosen. */
function Slices({ page, start }: { page: PageData; start: Props["start"] }) {
  const { t } = useTranslation("call");
  const { view } = page;
  const panels = useCallPanels(page);
  return (
    <PlaybackLayout
      header={
        <>
          {view.endedAlone === null ? null : (
            <Suspense>
              <EndedAlone endedAlone={view.endedAlone} />
            </Suspense>
          )}
          <PipelineState view={view} />
        </>
      }
      timeline={<CallPlayer view={view} />}
      transcript={
        <>
          <NotRecorded view={view} />
          <CallTranscript view={view} start={start} />
        </>
      }
      panels={panels}
      panelLabel={t("page.panel")}
    />
  );
}
