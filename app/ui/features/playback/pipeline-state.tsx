import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { isQuiet, isRefusedUpload } from "#app/core/domain/recording/stage-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Stages } from "#app/ui/components/primitive/stages.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { fixOf, stageItems } from "#app/ui/features/recordings/stage-items.ts";
import { isWorthSaying, WordsLost } from "#app/ui/features/recordings/words-lost.tsx";
import { useLiveStages } from "#app/ui/features/shell/use-pipeline.ts";

/** Stages while there is work, and what went wrong; nothing when all is well. */
export function PipelineState({
  view: { call, recording, stages: loaded, can, words, transcript },
}: {
  view: PlaybackView;
}) {
  const stages = useLiveStages(call.id, loaded);
  const { t } = useTranslation("stages");
  const { t: common } = useTranslation("common");
  const { t: own } = useTranslation("call");
  const format = useFormat();
  const isWell = recording?.state === "ready" && !recording.isPartial && stages.every(isQuiet);
  const beside = transcript?.beside ?? null;
  if (!recording || (isWell && !isWorthSaying(words) && beside === null)) return null;
  const fix = fixOf(stages, t);
  const isLost = recording.state === "ready_partial" && words?.isMissing === true;
  return (
    <Panel title={t("label")}>
      <Stages label={t("label")} stages={stageItems(stages, t, format)} />
      {recording.unfitFiles.length === 0 ? null : (
        <p className="mt-2 text-sm wrap-anywhere">
          {t("unfit", { names: recording.unfitFiles.join(", ") })}
        </p>
      )}
      {fix === null ? null : <p className="mt-2 text-sm">{fix}</p>}
      {recording.isPartial ? <p className="mt-2 text-sm text-warn">{own("partial")}</p> : null}
      {isWorthSaying(words) ? <WordsLost words={words} /> : null}
      {beside === null ? null : (
        <p className="mt-1 text-sm text-ink-soft">
          {t(`words.${beside}`)}{" "}
          <TextLink tone="sentence" to={paths.recording(recording.id)}>
            {t("words.compare")}
          </TextLink>
        </p>
      )}
      {(fix !== null || isLost) && can.retry && !isRefusedUpload(stages) ? (
        <Form method="post" className="mt-2">
          <input type="hidden" name="recordingId" value={recording.id} />
          <FormButton
            tone="plain"
            size="small"
            name="intent"
            value="retry"
            busyText={common("retrying")}
          >
            {common("retry")}
          </FormButton>
        </Form>
      ) : null}
    </Panel>
  );
}
