import { Scissors } from "lucide-react";
import type { RangeMs } from "#app/core/domain/views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useStore } from "#app/ui/browser/store.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { MODEL_WRITES } from "#app/core/domain/recording/stage-views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { AccessButton } from "#app/ui/features/call/access-button.tsx";
import { EditCall } from "#app/ui/features/call/edit-call.tsx";
import { ShareButton } from "#app/ui/features/sharing/share-button.tsx";
import { usePlayer, usePlayerState } from "#app/ui/features/player/player-context.tsx";
import { type ClipMarks, clipMarks } from "#app/ui/features/player/wanted-clip.ts";
import { DownloadsMenu } from "#app/ui/features/player/downloads-menu.tsx";

type Props = { view: PlaybackView };

/** Begins to mark a clip where the player stands. */
function ClipButton() {
  const { t } = useTranslation("playback");
  const store = usePlayer();
  return (
    <span className="contents noscript:hidden">
      <Button
        icon={Scissors}
        aria-keyshortcuts="I"
        onClick={() => clipMarks.set({ t0Ms: Math.round(store.positionMs()), t1Ms: null })}
      >
        {t("clip")}
      </Button>
    </span>
  );
}

/** Shares the part that is marked for a clip, or that the player plays; else the dialog asks which. */
function CallShare({ callId }: { callId: string }) {
  const { t } = useTranslation("call");
  const { t: playback } = useTranslation("playback");
  const { duration } = useFormat();
  const played = usePlayerState((state) => state.range);
  const marks = useStore(clipMarks, (marked) => marked);
  const marked = marks === null ? null : rangeOf(marks);
  const chosen = marked ?? played;
  return (
    <ShareButton subject={{ kind: "call", id: callId }} chosen={chosen}>
      {chosen === null
        ? t("page.share")
        : playback("shareRange", { from: duration(chosen.t0Ms), to: duration(chosen.t1Ms) })}
    </ShareButton>
  );
}

const rangeOf = ({ t0Ms, t1Ms }: ClipMarks): RangeMs | null =>
  t0Ms === null || t1Ms === null || t1Ms <= t0Ms ? null : { t0Ms, t1Ms };

/** What can be changed and downloaded, and the way to the record. */
export function CallActions({ view: { call, recording, transcript, stages, can } }: Props) {
  const { t } = useTranslation("call");
  const hasSummary = stages.some(
    ({ name, state, cause }) => name === "summary" && (state === "done" || cause === MODEL_WRITES),
  );
  const summary = (format: "txt" | "json") =>
    hasSummary && can.download ? paths.summaryFile(call.id, format) : null;
  const at = (format: "txt" | "vtt" | "srt" | "json") =>
    transcript && can.download ? paths.transcriptExport(call.id, transcript.number, format) : null;
  return (
    <>
      {can.editCall ? (
        <span className="contents noscript:hidden">
          <EditCall call={call} mayShow={can.delete} />
        </span>
      ) : null}
      {can.clip && recording?.mixUrl != null ? <ClipButton /> : null}
      {can.link ? <CallShare callId={call.id} /> : null}
      {can.share ? <AccessButton callId={call.id}>{t("page.access")}</AccessButton> : null}
      <LinkButton to={paths.libraries({ add: call.id })}>{t("page.toLibrary")}</LinkButton>
      <DownloadsMenu
        downloads={{
          txt: at("txt"),
          vtt: at("vtt"),
          srt: at("srt"),
          json: at("json"),
          summary: summary("txt"),
          summaryJson: summary("json"),
          audio:
            recording?.mixUrl === null || recording?.mixUrl === undefined
              ? null
              : `${recording.mixUrl}?download=1`,
        }}
      />
      {recording && can.retry ? (
        <LinkButton to={paths.recording(recording.id)}>{t("page.record")}</LinkButton>
      ) : null}
    </>
  );
}
