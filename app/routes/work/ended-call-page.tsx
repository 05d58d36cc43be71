import { useTranslation } from "#app/i18n/translation.tsx";
import { mediaStateOf } from "#app/core/domain/recording/stage-views.ts";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { fixOf, stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { useCallRow } from "#app/ui/features/shell/use-pipeline.ts";

/** How far the recording of a call is that has just ended, and the way to it from the moment it plays. */
export function EndedRecording({ callId }: { callId: string }) {
  const { t } = useTranslation("live");
  const row = useCallRow(callId);
  const state = row === null ? "finishing" : mediaStateOf(row);
  return (
    <div className="grid justify-items-start gap-3 py-1">
      <p role="status" className="text-sm text-ink-soft">
        {t(`over.${state}`)}
      </p>
      {row === null || row.stages.length === 0 || state === "nothing" ? null : (
        <Progress row={row} />
      )}
      {state === "playable" ? (
        <LinkButton to={paths.playback(callId)} tone="primary">
          {t("over.playback")}
        </LinkButton>
      ) : null}
      {state === "failed" && row !== null ? (
        <LinkButton to={paths.recording(row.recordingId)}>{t("over.record")}</LinkButton>
      ) : null}
    </div>
  );
}

function Progress({ row: { stages } }: { row: RecordingRow }) {
  const { t } = useTranslation("stages");
  const format = useFormat();
  const fix = fixOf(stages, t);
  return (
    <>
      <Stages label={t("label")} stages={stageItems(stages, t, format)} />
      {fix === null ? null : <p className="text-sm">{fix}</p>}
    </>
  );
}
