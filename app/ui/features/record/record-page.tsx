import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordView } from "#app/core/pages/recording-views.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { SampleTag } from "#app/ui/components/primitive/sample-tag.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { type OpenUpload, OpenUploads } from "./open-uploads.tsx";
import { RecordActions, TrashButton } from "./record-actions.tsx";
import { RecordFacts } from "./record-facts.tsx";
import { Consents, Files, Marks, Versions } from "./record-tables.tsx";
import { StageLog } from "./stage-log.tsx";

type Props = {
  record: RecordView;
  /** Opens who sees the call; null for readers who may not know. */
  access: ReactNode;
  /** Links to it for people outside; null for readers who may make none. */
  links: ReactNode;
  /** The stage bar with its numbers, kept true by the stream. */
  stages: ReactNode;
  /** A cause as its sentence. */
  causeText: (cause: string) => string;
  /** What to do about the stage that failed. */
  fix: string | null;
  state: string;
  /** What is missing of the words; null where nothing is. */
  words: ReactNode;
  /** Files that have not arrived whole, kept true by the stream. */
  open: OpenUpload[];
  onResume: (uploadId: string, file: File) => void;
  /** Files this tab is sending. */
  sending: ReactNode;
};

/** The record of one recording: what was taken in, what was made of it, and what happened on the way. */
export function RecordPage({
  record,
  stages,
  causeText,
  fix,
  state,
  words,
  access,
  links,
  open,
  onResume,
  sending,
}: Props) {
  const { t } = useTranslation("record");
  const { t: ofCall } = useTranslation("call");
  const { t: ofStages } = useTranslation("stages");
  const { call, recording } = record;
  const isPlayable = call.state === "available" || call.state === "live";
  return (
    <Page
      title={call.title}
      note={
        <span className="inline-flex items-center gap-2">
          {t("title")}
          {call.isSample ? <SampleTag /> : null}
        </span>
      }
      actions={
        <>
          {isPlayable ? (
            <LinkButton to={paths.playback(call.id)} tone="primary">
              {t("back")}
            </LinkButton>
          ) : null}
          {access}
          {record.trash === null ? null : <TrashButton {...record.trash} />}
        </>
      }
    >
      <Panel title={t("steps")} aside={state}>
        {stages}
        {recording.unfitFiles.length === 0 ? null : (
          <p className="mt-2 text-sm wrap-anywhere">
            {ofStages("unfit", { names: recording.unfitFiles.join(", ") })}
          </p>
        )}
        {fix === null ? null : <p className="mt-2 text-sm">{fix}</p>}
        {recording.isPartial ? <p className="mt-2 text-sm text-warn">{t("partial")}</p> : null}
        {recording.mixedTracks === null ? null : (
          <p className="mt-2 text-sm text-ink-soft">
            {ofCall("page.mixedTracks", { count: recording.mixedTracks })}
          </p>
        )}
        {words}
        <RecordActions record={record} />
      </Panel>
      {sending}
      {open.length > 0 ? <OpenUploads open={open} onResume={onResume} /> : null}
      <RecordFacts record={record} />
      <Files record={record} />
      <Marks record={record} />
      <Versions record={record} />
      {links}
      <Consents record={record} />
      <StageLog record={record} causeText={causeText} />
      {record.can.seeLog ? (
        <p className="text-sm">
          <TextLink to={paths.callLog(call.id)}>{t("watchedLog")}</TextLink>
        </p>
      ) : null}
    </Page>
  );
}
