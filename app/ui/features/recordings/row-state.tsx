import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import {
  isPermanent,
  isRefusedUpload,
  WORDS_MISSING,
} from "#app/core/domain/recording/stage-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Strip } from "#app/ui/components/instrument/strip.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Progress } from "#app/ui/components/primitive/progress.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { causeText, currentStage, fixText, stageText } from "./stage-items.ts";
import { engineText, wordsText } from "./words-lost.tsx";

type DeletedView = NonNullable<RecordingRow["deleted"]>;

/** The middle of a row: who spoke when, or how far the call is, or why it went wrong, in words. */
export function RowState({ row }: { row: RecordingRow }) {
  const { t } = useTranslation("stages");
  const { t: list } = useTranslation("recordings");
  const format = useFormat();
  if (row.deleted) return <Deleted deleted={row.deleted} />;
  if (row.callState === "live")
    return row.kind === "recorder" && row.recordingState === "interrupted" ? (
      <span className="text-xs text-warn">{t("state.interrupted")}</span>
    ) : (
      <Tag tone="live">{list(row.kind === "recorder" ? "recording" : "live")}</Tag>
    );
  if (row.callState === "empty")
    return <span className="text-xs text-ink-muted">{list("nothingRecorded")}</span>;
  if (row.duplicateOf)
    return (
      <span className="text-xs">
        {list("duplicate.same")}{" "}
        <TextLink tone="sentence" to={paths.playback(row.duplicateOf.callId)}>
          <bdi>{row.duplicateOf.title}</bdi>
        </TextLink>
      </span>
    );
  if (row.recordingState === "failed")
    return (
      <span className="text-xs">
        <span className="text-danger">
          {row.unfitFiles.length > 0
            ? t("state.failedIn", {
                names: row.unfitFiles.join(", "),
                cause: causeText(t, row.cause ?? "unexpected"),
              })
            : t("state.failed", { cause: causeText(t, row.cause ?? "unexpected") })}
        </span>{" "}
        <span className="text-ink-muted">{fixText(t, row.cause ?? "unexpected")}</span>
      </span>
    );
  if (row.recordingState === "interrupted")
    return <span className="text-xs text-warn">{t("state.interrupted")}</span>;
  if (row.recordingState === "ready_partial" && row.cause === WORDS_MISSING && row.words)
    return <Lost words={row.words} stages={row.stages} />;
  const stage =
    row.recordingState === "ready" || row.recordingState === "ready_partial"
      ? undefined
      : currentStage(row);
  if (stage) {
    const isFinishing = row.kind === "room" && row.callState === "ended";
    const isNext = stage.state === "waiting" && stage.cause === null && stage.retryAt === null;
    const text = isFinishing
      ? list("finishing")
      : isNext
        ? t("next", { name: t(`noun.${stage.name}`) })
        : stageText(stage, t, format);
    return stage.total > 0 && stage.state === "running" ? (
      <Progress text={text} value={stage.done} max={stage.total} />
    ) : (
      <span className="text-xs text-ink-soft">{text}</span>
    );
  }
  const skipped = row.stages.find(
    ({ name, state }) => name === "transcribe" && state === "skipped",
  );
  if (row.strip === null && skipped && skipped.cause !== null && skipped.cause !== "imported")
    return <span className="text-xs text-ink-muted">{causeText(t, skipped.cause)}</span>;
  if (row.strip === null && row.quality === "C")
    return <span className="text-xs text-ink-muted">{list("mixed")}</span>;
  return <Strip strip={row.strip} talkRatio={row.talkRatio} />;
}

/** "21 min of speech, words for 3 min.", and what recognised them or why nothing did. */
function Lost({
  words,
  stages,
}: {
  words: NonNullable<RecordingRow["words"]>;
  stages: RecordingRow["stages"];
}) {
  const { t } = useTranslation("stages");
  const leftOut = stages.find(({ name, state }) => name === "transcribe" && state === "skipped");
  const why =
    leftOut?.cause != null
      ? causeText(t, leftOut.cause)
      : words.engine === null
        ? null
        : engineText(t, words.engine);
  return (
    <span className="text-xs">
      <span className="text-warn">{wordsText(t, words)}</span>
      {why === null ? null : <span className="text-ink-muted"> {why}</span>}
    </span>
  );
}

function Deleted({ deleted: { by, at } }: { deleted: DeletedView }) {
  const { t } = useTranslation("recordings");
  return (
    <span className="text-xs text-ink-soft">
      {by === null ? t("deleted.some") : t("deleted.by", { name: by })}
      <span className="block text-ink-muted">
        <Moment iso={at} />
      </span>
    </span>
  );
}

/**
 * What can be done about a row in trouble: another file where the file is at fault, another try where it is not.
 * @param uploadTo opens the form that takes files
 */
export function RowAction({ row, uploadTo }: { row: RecordingRow; uploadTo: string }) {
  const { t } = useTranslation("common");
  const { t: list } = useTranslation("recordings");
  if (row.callState === "live")
    return (
      <span className="whitespace-nowrap">
        {row.kind === "recorder" ? (
          <TextLink to={paths.recorder({ call: row.callId })}>{list("openRecorder")}</TextLink>
        ) : (
          <TextLink to={paths.consoleCall(row.callId)}>{list("openLive")}</TextLink>
        )}
      </span>
    );
  if (row.callState === "empty") return null;
  if (row.deleted)
    return (
      <Form method="post" preventScrollReset>
        <input type="hidden" name="callId" value={row.callId} />
        <FormButton
          tone="plain"
          size="small"
          name="intent"
          value="restore"
          aria-label={list("deleted.restoreOf", { title: row.title })}
          busyText={list("deleted.restoring")}
        >
          {list("deleted.restore")}
        </FormButton>
      </Form>
    );
  const hidden = <input type="hidden" name="recordingId" value={row.recordingId} />;
  if (row.duplicateOf)
    return (
      <Form method="post" preventScrollReset className="flex gap-1.5 whitespace-nowrap">
        {hidden}
        <FormButton tone="plain" size="small" name="intent" value="keep" busyText={t("working")}>
          {list("duplicate.keep")}
        </FormButton>
        <FormButton tone="quiet" size="small" name="intent" value="discard" busyText={t("working")}>
          {list("duplicate.discard")}
        </FormButton>
      </Form>
    );
  if (row.can.delete && row.recordingState === "failed" && isPermanent(row.cause))
    return (
      <Form method="post" preventScrollReset className="flex gap-1.5 whitespace-nowrap">
        {hidden}
        <LinkButton size="small" to={uploadTo}>
          {list("uploadAgain")}
        </LinkButton>
        <FormButton tone="quiet" size="small" name="intent" value="trash" busyText={t("deleting")}>
          {t("delete")}
        </FormButton>
      </Form>
    );
  const isStuck = row.recordingState === "failed" || row.recordingState === "ready_partial";
  if (row.can.retry && isStuck && !isRefusedUpload(row.stages))
    return (
      <Form method="post" preventScrollReset>
        {hidden}
        <FormButton tone="plain" size="small" name="intent" value="retry" busyText={t("retrying")}>
          {t("retry")}
        </FormButton>
      </Form>
    );
  if (row.can.retry && row.recordingState === "interrupted")
    return <TextLink to={paths.recording(row.recordingId)}>{list("goOn")}</TextLink>;
  return null;
}
