import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { AccessButton } from "#app/ui/features/call/access-button.tsx";
import { EditCall } from "#app/ui/features/call/edit-call.tsx";
import { DownloadsMenu } from "#app/ui/features/player/downloads-menu.tsx";

type Props = { view: PlaybackView };

/** What can be changed and downloaded, and the way to the record. */
export function CallActions({ view: { call, recording, transcript, can } }: Props) {
  const { t } = useTranslation("call");
  const at = (format: "txt" | "vtt" | "srt" | "json") =>
    transcript && can.download ? paths.transcriptExport(call.id, transcript.number, format) : null;
  return (
    <>
      {can.editCall ? (
        <span className="contents noscript:hidden">
          <EditCall call={call} mayShow={can.delete} />
        </span>
      ) : null}
      {can.share ? <AccessButton callId={call.id}>{t("page.access")}</AccessButton> : null}
      <DownloadsMenu
        downloads={{
          txt: at("txt"),
          vtt: at("vtt"),
          srt: at("srt"),
          json: at("json"),
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
