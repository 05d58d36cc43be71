import type { RecordView } from "#app/core/pages/recording-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { useMarkText } from "#app/ui/features/player/mark-text.ts";
import { fileFormat } from "./file-format.ts";
import { UseVersion } from "./use-version.tsx";
import { RecordSection } from "./record-section.tsx";

type Props = { record: RecordView };

/** The files as they are stored, with their checksums. */
export function Files({ record: { files } }: Props) {
  const { t } = useTranslation("record");
  const { bytes, duration } = useFormat();
  if (files.length === 0) return null;
  return (
    <RecordSection title={t("files")}>
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
            <Cell kind="short">
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
    </RecordSection>
  );
}

/** What is missing of the sound, whose and why. */
export function Marks({ record: { marks, call } }: Props) {
  const { t } = useTranslation("record");
  const { duration } = useFormat();
  const say = useMarkText();
  if (marks.length === 0) return null;
  return (
    <RecordSection title={t("gaps")}>
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
    </RecordSection>
  );
}

/** Every version of the transcript, each to download. */
export function Versions({ record: { transcripts, call, words, can } }: Props) {
  const { t } = useTranslation("record");
  const { number, percent } = useFormat();
  const current = transcripts.find(({ isCurrent }) => isCurrent);
  const isMeasured = words !== null && words.voiceMs > 0;
  if (transcripts.length === 0) return null;
  return (
    <RecordSection title={t("versions")}>
      <DataTable
        caption={t("versions")}
        columns={[
          t("column.version"),
          t("column.origin"),
          { name: t("column.words"), align: "end" },
          ...(isMeasured ? [{ name: t("column.covers"), align: "end" as const }] : []),
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
            {isMeasured ? (
              <Cell kind="number">
                {version.coveredMs === null
                  ? null
                  : percent(Math.min(1, version.coveredMs / words.voiceMs))}
              </Cell>
            ) : null}
            <Cell>
              <Moment iso={version.at} />
            </Cell>
            <Cell kind="short">
              <span className="inline-flex items-center gap-2">
                <a
                  href={paths.transcriptExport(call.id, version.number, "txt")}
                  download
                  className="text-link underline-offset-3 hover:underline"
                >
                  {t("download")}
                </a>
                {version.isCurrent ? <Tag>{t("current")}</Tag> : null}
                {version.beside === null ? null : (
                  <Tag tone="plain">{t(`notUsed.${version.beside}`)}</Tag>
                )}
                {current && !version.isCurrent && can.correct ? (
                  <UseVersion callId={call.id} number={current.number} to={version.number} />
                ) : null}
              </span>
            </Cell>
          </Row>
        )}
      </DataTable>
    </RecordSection>
  );
}

/** One line for a whole call: its name is of who brought the call, not of one who was asked. */
const IMPORT = "import";

/** Who was asked to agree, how, and what they answered. */
export function Consents({ record: { consents } }: Props) {
  const { t } = useTranslation("record");
  return (
    <RecordSection title={t("consents")}>
      <DataTable
        caption={t("consents")}
        columns={[t("column.who"), t("column.how"), t("column.answer"), t("column.when")]}
        rows={consents}
      >
        {(line) => (
          <Row key={`${line.at}${line.name}`} density="compact">
            <NameCell>
              {line.method === IMPORT
                ? t("confirmedForAll", { by: line.by ?? line.name })
                : line.name}
            </NameCell>
            <Cell>{t(`how.${line.method}`, { defaultValue: line.method })}</Cell>
            <Cell>{t(`answer.${line.answer}`, { defaultValue: line.answer })}</Cell>
            <Cell>
              <Moment iso={line.at} />
            </Cell>
          </Row>
        )}
      </DataTable>
    </RecordSection>
  );
}
