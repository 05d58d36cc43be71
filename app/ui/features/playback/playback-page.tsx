import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlayerSettings } from "#app/core/domain/account/player-settings.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { CallPage } from "#app/ui/features/call/call-header.tsx";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import { PlaybackLayout } from "#app/ui/features/player/playback-layout.tsx";
import { PlayerProvider } from "#app/ui/features/player/player-context.tsx";
import { usePipelineEvents } from "#app/ui/features/shell/use-pipeline.ts";
import type { TranscriptStart } from "#app/ui/features/transcript/transcript-words.ts";
import { CallActions } from "./call-actions.tsx";
import { CallPlayer } from "./call-player.tsx";
import { CallTranscript } from "./call-transcript.tsx";
import { NotRecorded } from "./not-recorded.tsx";
import { PipelineState } from "./pipeline-state.tsx";
import { useCallPanels } from "./use-call-panels.tsx";

type Props = {
  view: PlaybackView;
  /** Who may be given the call; null where its panel is not shown. */
  newOwners: PersonRef[] | null;
  start: TranscriptStart | null;
  startMs: number | null;
  endMs: number | null;
  settings: PlayerSettings;
};

/** A call to listen to and to read. This slice is where the slices of a call meet. */
export function PlaybackPage({ view, newOwners, start, startMs, endMs, settings }: Props) {
  const { t } = useTranslation("call");
  const { revalidate } = useRevalidator();
  usePipelineEvents(({ callId }) => {
    if (callId === view.call.id) revalidate();
  }, revalidate);
  const panels = useCallPanels({ view, newOwners });
  const { call, recording, lanes, metrics } = view;
  return (
    <PlayerProvider
      key={`${call.id} ${recording?.mixUrl ?? ""}`}
      call={call}
      mixUrl={recording?.mixUrl ?? null}
      videoUrl={recording?.videoUrl ?? null}
      lanes={lanes}
      silences={metrics?.silences ?? []}
      settings={settings}
      startMs={startMs}
      endMs={endMs}
    >
      <KeyActions>
        <CallPage view={view} actions={<CallActions view={view} />}>
          <PlaybackLayout
            header={<PipelineState view={view} />}
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
        </CallPage>
      </KeyActions>
    </PlayerProvider>
  );
}
