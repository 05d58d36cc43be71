import type { ReactNode } from "react";
import { DEFAULT_SETTINGS } from "#app/core/domain/account/player-settings.ts";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import type { SharedView } from "#app/core/pages/shared-views.ts";
import { KeyActions } from "#app/ui/features/player/key-actions.tsx";
import { PlayerProvider } from "#app/ui/features/player/player-context.tsx";
import { SharedBody } from "./shared-body.tsx";
import { SharedFooter } from "./shared-footer.tsx";
import { SharedFrame } from "./shared-frame.tsx";
import { SharedHead } from "./shared-head.tsx";
import { SharedTransport } from "./shared-transport.tsx";
import { useLanes } from "./use-voice-names.ts";
import { usePulse } from "./use-pulse.ts";

type Props = {
  view: Extract<SharedView, { step: "shown" }>;
  languages: ReactNode;
  onEnd: () => void;
};

/** A recording, or a part of one, for a reader outside: lanes, words, and a player under the thumb. */
export function SharedRecordingPage(props: Props) {
  const { view } = props;
  const lanes = useLanes(view.lanes, view.workspace);
  return (
    <PlayerProvider
      call={view}
      heardUrl={null}
      mixUrl={view.audioUrl}
      videoUrl={null}
      lanes={lanes}
      silences={[]}
      settings={DEFAULT_SETTINGS}
      startMs={view.startMs}
      endMs={null}
      isAnonymous
    >
      <KeyActions>
        <Screen {...props} lanes={lanes} />
      </KeyActions>
    </PlayerProvider>
  );
}

function Screen({ view, languages, onEnd, lanes }: Props & { lanes: readonly LaneView[] }) {
  const { workspace, pulseUrl, removalEmail: email } = view;
  const { isLost } = usePulse({ pulseUrl, onEnd });
  return (
    <>
      <SharedFrame
        workspace={workspace}
        footer={
          <SharedFooter hasRecording removal={{ email, workspace }}>
            {languages}
          </SharedFooter>
        }
      >
        <SharedHead view={view} workspace={workspace} />
        <SharedBody view={view} workspace={workspace} lanes={lanes} />
      </SharedFrame>
      {view.audioUrl === null ? null : <SharedTransport isLost={isLost} />}
    </>
  );
}
