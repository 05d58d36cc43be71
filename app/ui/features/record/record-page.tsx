import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordView } from "#app/core/pages/recording-views.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { copyText } from "#app/ui/browser/clipboard.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useMarkText } from "#app/ui/features/player/mark-text.ts";
import { fileFormat } from "./file-format.ts";
import { logLines } from "./log-lines.ts";
import { OpenUploads } from "./open-uploads.tsx";

type Props = {
  record: RecordView;
  /** The stage bar with its numbers, kept true by the stream. */
  /** Opens who sees the call; null for whoever may not know. */
  access: ReactNode;
  stages: ReactNode;
  /** A cause as its sentence. */
  causeText: (cause: string) => string;
  /** What to do about the stage that failed. */
  fix: string | null;
  state: string;
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
  access,
  onResume,
  sending,
}: Props) {
  const { t } = useTranslation("record");
  const { call, recording } = record;
  const isPlayable = call.state === "available" || call.state === "live";
  return (
    <Page
      title={call.title}
      note={t("title")}
      actions={
        <>
          {isPlayable ? (
            <LinkButton to={paths.playback(call.id)} tone="primary">
              {t("back")}
            </LinkButton>
          ) : null}
          {access}
          {record.can.delete ? <TrashButton /> : null}
        </>
      }
    >
      <Panel title={t("steps")} aside={state}>
        {stages}
        {fix === null ? null : <p className="mt-2 text-sm">{fix}</p>}
        {recording.isPartial ? <p className="mt-2 text-sm text-warn">{t("partial")}</p> : null}
        <Actions record={record} />
      </Panel>
      {sending}
      {recording.open.length > 0 ? <OpenUploads open={recording.open} onResume={onResume} /> : null}
      <Facts record={record} />
      <Files record={record} />
      <Marks record={record} />
      <Versions record={record} />
      <Consents record={record} />
      <Log record={record} causeText={causeText} />
      {record.can.seeLog ? (
        <p className="text-sm">
          <TextLink to={paths.callLog(call.id)}>{t("watchedLog")}</TextLink>
        </p>
      ) : null}
    </Page>
  );
}

function Actions({ record: { recording, stages, can } }: { record: RecordView }) {
  const { t } = useTranslation("common");
  const { t: list } = useTranslation("recordings");
  const { t: own } = useTranslation("record");
  const isStuck = stages.some(
    ({ state, cause }) => state === "failed" || (state === "skipped" && cause !== "imported"),
  );
  if (!can.retry) return null;
  return (
    <Form method="post" className="mt-3 flex flex-wrap gap-2">
      {recording.duplicateOf ? (
        <>
          <span className="self-center text-sm">
            {list("duplicate.same")}{" "}
            <TextLink tone="sentence" to={paths.playback(recording.duplicateOf.callId)}>
              <bdi>{recording.duplicateOf.title}</bdi>
            </TextLink>
          </span>
          <FormButton tone="plain" name="intent" value="keep">
            {list("duplicate.keep")}
          </FormButton>
          <FormButton tone="quiet" name="intent" value="discard">
            {list("duplicate.discard")}
          </FormButton>
        </>
      ) : isStuck ? (
        <FormButton tone="plain" name="intent" value="retry" busyText={t("retrying")}>
          {t("retry")}
        </FormButton>
      ) : null}
      {recording.state === "interrupted" ? (
        <>
          <FormButton tone="plain" name="intent" value="use_partial">
            {own("open.usePartial")}
          </FormButton>
          <FormButton tone="quiet" name="intent" value="discard">
            {list("duplicate.discard")}
          </FormButton>
        </>
      ) : null}
    </Form>
  );
}

function Facts({ record: { call, recording, unrecorded } }: { record: RecordView }) {
  const names = new Intl.ListFormat(useLanguage(), { type: "unit" });
  const { t } = useTranslation("record");
  const { t: list } = useTranslation("recordings");
  const { duration, bytes } = useFormat();
  const engine = recording.engines["speech"];
  const facts: [string, ReactNode][] = [
    ["owner", call.owner.name],
    ["started", call.startedAt === null ? null : <Moment iso={call.startedAt} style="exact" />],
    ["length", call.durationMs === null ? null : duration(call.durationMs)],
    ["company", call.company],
    ["visibility", list(`visibility.${call.visibility}`)],
    ["consent", t(`consent.${call.consent}`)],
    ["unrecorded", unrecorded.length === 0 ? null : names.format(unrecorded)],
    ["quality", call.quality === null ? null : list(`quality.${call.quality}`)],
    ["method", t(`method.${recording.method}`, { defaultValue: recording.method })],
    ["bytes", recording.totalBytes === 0 ? null : bytes(recording.totalBytes)],
    ["engine", engine ?? null],
  ];
  return (
    <Panel title={t("facts")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm desk:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{t(`fact.${name}`, { defaultValue: name })}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

function Files({ record: { files } }: { record: RecordView }) {
  const { t } = useTranslation("record");
  const { bytes, duration } = useFormat();
  if (files.length === 0) return null;
  return (
    <Section title={t("files")}>
      <DataTable
        caption={t("files")}
        columns={[
          t("column.file"),
          t("column.person"),
          { name: t("column.bytes"), align: "end" },
          { name: t("column.length"), align: "end" },
          t("column.sum"),
          null,
        ]}
        rows={files}
      >
        {(file) => (
          <Row key={file.id} density="compact">
            <NameCell note={file.kind === "peaks" ? t("fileNote.peaks") : fileFormat(file)}>
              {t(`kind.${file.kind}`, { defaultValue: file.kind })}
            </NameCell>
            <Cell>{file.person}</Cell>
            <Cell kind="number">{bytes(file.bytes)}</Cell>
            <Cell kind="number">{file.durationMs === null ? null : duration(file.durationMs)}</Cell>
            <Cell phone="line">
              <code className="font-mono text-2xs wrap-anywhere text-ink-muted" title={file.sha256}>
                {file.sha256.slice(0, 16)}…
              </code>
            </Cell>
            <Cell>
              {file.url === null ? null : (
                <a
                  href={file.url}
                  download
                  className="text-link underline-offset-3 hover:underline"
                >
                  {t("download")}
                </a>
              )}
            </Cell>
          </Row>
        )}
      </DataTable>
    </Section>
  );
}

/** What is missing of the sound, whose and why. */
function Marks({ record: { marks, call } }: { record: RecordView }) {
  const { t } = useTranslation("record");
  const { duration } = useFormat();
  const say = useMarkText();
  if (marks.length === 0) return null;
  return (
    <Section title={t("gaps")}>
      <DataTable caption={t("gaps")} columns={[t("column.at"), t("column.what")]} rows={marks}>
        {(mark) => (
          <Row key={`${mark.t0Ms} ${mark.kind} ${mark.name ?? ""}`} density="compact">
            <NameCell>
              <TextLink to={paths.playback(call.id, { t: Math.floor(mark.t0Ms / 1000) })}>
                {duration(mark.t0Ms)}
              </TextLink>
            </NameCell>
            <Cell phone="line">{say(mark)}</Cell>
          </Row>
        )}
      </DataTable>
    </Section>
  );
}

function Versions({ record: { transcripts, call } }: { record: RecordView }) {
  const { t } = useTranslation("record");
  const { number } = useFormat();
  if (transcripts.length === 0) return null;
  return (
    <Section title={t("versions")}>
      <DataTable
        caption={t("versions")}
        columns={[
          t("column.version"),
          t("column.origin"),
          { name: t("column.words"), align: "end" },
          t("column.when"),
          null,
        ]}
        rows={transcripts}
      >
        {(version) => (
          <Row key={version.number} density="compact">
            <NameCell>{version.number}</NameCell>
            <Cell>
              {[
                t(`origin.${version.origin}`, { defaultValue: version.origin }),
                version.engine,
                version.by,
              ]
                .filter((fact) => fact !== null)
                .join(", ")}
            </Cell>
            <Cell kind="number">{number(version.words)}</Cell>
            <Cell>
              <Moment iso={version.at} />
            </Cell>
            <Cell>
              <span className="inline-flex items-center gap-2">
                <a
                  href={paths.transcriptExport(call.id, version.number, "txt")}
                  download
                  className="text-link underline-offset-3 hover:underline"
                >
                  {t("download")}
                </a>
                {version.isCurrent ? <Tag>{t("current")}</Tag> : null}
              </span>
            </Cell>
          </Row>
        )}
      </DataTable>
    </Section>
  );
}

function Consents({ record: { consents } }: { record: RecordView }) {
  const { t } = useTranslation("record");
  return (
    <Section title={t("consents")}>
      <DataTable
        caption={t("consents")}
        columns={[t("column.who"), t("column.how"), t("column.answer"), t("column.when")]}
        rows={consents}
      >
        {(line) => (
          <Row key={`${line.at}${line.name}`} density="compact">
            <NameCell>{line.name}</NameCell>
            <Cell>{t(`how.${line.method}`, { defaultValue: line.method })}</Cell>
            <Cell>{t(`answer.${line.answer}`, { defaultValue: line.answer })}</Cell>
            <Cell>
              <Moment iso={line.at} />
            </Cell>
          </Row>
        )}
      </DataTable>
    </Section>
  );
}

function Log({
  record: { log },
  causeText,
}: {
  record: RecordView;
  causeText: (cause: string) => string;
}) {
  const { t } = useTranslation("record");
  const { t: stages } = useTranslation("stages");
  const { t: common } = useTranslation("common");
  const { duration, seconds } = useFormat();
  if (log.length === 0) return null;
  return (
    <Section title={t("log")}>
      <DataTable
        caption={t("log")}
        columns={[
          t("column.when"),
          t("column.step"),
          { name: t("column.try"), align: "end" },
          t("column.result"),
          { name: t("column.took"), align: "end" },
          null,
        ]}
        rows={logLines(log)}
      >
        {(line, at) => (
          <Row key={`${line.at}${at}`} density="compact">
            <NameCell>
              <Moment iso={line.at} style="exact" />
            </NameCell>
            <Cell>{stages(`name.${line.stage}`, { defaultValue: line.stage })}</Cell>
            <Cell kind="number">{line.attempt}</Cell>
            <Cell>
              {common(`stageState.${line.state}`, { defaultValue: line.state })}
              {line.cause === null ? null : `: ${causeText(line.cause)}`}
            </Cell>
            <Cell kind="number">
              {line.tookMs === null
                ? null
                : line.tookMs < 10_000
                  ? seconds(line.tookMs)
                  : duration(line.tookMs)}
            </Cell>
            <Cell>{line.detail === null ? null : <CopyButton text={line.detail} />}</Cell>
          </Row>
        )}
      </DataTable>
    </Section>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation("common");
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      size="small"
      tone="quiet"
      onClick={() => {
        void copyText(text).then(setCopied);
      }}
    >
      {isCopied ? t("copied") : t("copyDetails")}
    </Button>
  );
}

function TrashButton() {
  const { t } = useTranslation("record");
  return (
    <Dialog
      title={t("trash")}
      effect={t("trashEffect")}
      trigger={
        <Button tone="danger" icon={Trash2} disabledReason={useReadOnly()}>
          {t("danger")}
        </Button>
      }
      actions={
        <Form method="post">
          <FormButton tone="danger" name="intent" value="trash" busyText={t("trashing")}>
            {t("danger")}
          </FormButton>
        </Form>
      }
    />
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-xs font-strong text-ink-muted">{title}</h2>
      {children}
    </section>
  );
}
