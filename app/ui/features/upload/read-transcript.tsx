import { useEffect, useId, useRef, useState } from "react";
import type { TextEncodingName } from "#app/core/domain/decode-text.ts";
import type { NamedEncoding } from "#app/core/domain/named-encodings.ts";
import type { ImportPreview, NotRead } from "#app/core/domain/recording/import-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import type { People } from "./chosen-person.tsx";
import { readTranscriptFile } from "./read-file.ts";
import { EncodingChoice } from "./encoding-choice.tsx";
import { ReadSpeakers } from "./read-speakers.tsx";
import { ReadTimes } from "./read-times.tsx";
import { timesOf } from "./send.ts";
import { refusalOf } from "./upload-errors.ts";

type Seen = { preview: ImportPreview; encoding: TextEncodingName };
/** `times`: how they were meant at this look. */
type Found = Seen & { times: Times };
type Codes = { codes: readonly string[] };
type Times = ReturnType<typeof timesOf>;

/** What was read of a transcript, before it is brought in: people, length, how its times were had, what was not read. */
export function ReadTranscript({
  file,
  people: { visibility, onWaiting, voices },
}: {
  file: File;
  people: People;
}) {
  const { zone } = useFormat();
  const [found, setFound] = useState<Found | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [times, setTimes] = useState<Times>({});
  const [encoding, setEncoding] = useState<NamedEncoding>();
  const root = useRef<HTMLDivElement>(null);
  const wasSeen = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    // The import reads it the same way: only the first look is waited for.
    const isFirst = !wasSeen.current;
    if (isFirst) onWaiting(1);
    void look(file, encoding, { ...times, zone }, stop.signal)
      .then((seen) => {
        if (stop.signal.aborted) return;
        if ("preview" in seen) setFound({ ...seen, times });
        setCodes("codes" in seen ? seen.codes : []);
      })
      .finally(() => {
        wasSeen.current = true;
        if (isFirst) onWaiting(-1);
      });
    return () => stop.abort();
  }, [file, zone, times, encoding, onWaiting]);
  const reread = () => {
    const form = root.current?.closest("form");
    if (!form) return;
    const next = timesOf(new FormData(form));
    setTimes((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  };
  return (
    <div ref={root} className="grid gap-3">
      <Refusals codes={codes} file={file} />
      {encoding !== undefined || codes.includes("transcript_encoding") ? (
        <EncodingChoice value={encoding ?? ""} onChange={setEncoding} />
      ) : null}
      {found === null ? (
        codes.length === 0 ? null : (
          <ImportAnyway />
        )
      ) : (
        <>
          {/* Only what was shown is agreed to. */}
          {found.times === times && codes.length === 0 ? (
            <input type="hidden" name="isChecked" value="on" />
          ) : null}
          <Facts {...found} />
          <ReadTimes preview={found.preview} onChange={reread} />
          <NotReadList preview={found.preview} />
          <ReadSpeakers preview={found.preview} visibility={visibility} voices={voices} />
          <Opening preview={found.preview} />
        </>
      )}
    </div>
  );
}

function Refusals({ codes, file }: { codes: readonly string[]; file: File }) {
  const { t: forms } = useTranslation("forms");
  if (codes.length === 0) return null;
  return (
    <ul role="alert" className="text-sm text-danger">
      {codes.map((code) => (
        <li key={code}>{formText(forms, code, { name: "text", label: file.name })}</li>
      ))}
    </ul>
  );
}

/** Where nothing could be shown of a file, what is not read as it is written is agreed to beforehand. */
export function ImportAnyway() {
  const { t } = useTranslation("upload");
  return (
    <label className="flex items-start gap-1.5 text-sm desk:col-span-2">
      <Checkbox name="isChecked" value="on" />
      <span className="pt-0.5">{t("read.anyway")}</span>
    </label>
  );
}

function Facts({ preview, encoding }: Seen) {
  const { t } = useTranslation("upload");
  const { t: forms } = useTranslation("forms");
  const { duration } = useFormat();
  const { format, turns, lengthMs } = preview;
  return (
    <p className="text-sm">
      {[
        t(`read.format.${format}`),
        t("read.turns", { count: turns }),
        duration(lengthMs),
        ...(encoding === "utf-8"
          ? []
          : [t("read.encoding", { name: forms(`encoding.name.${encoding}`) })]),
      ].join(" · ")}
    </p>
  );
}

/** What of the file is not taken as it is written, each with how often and the first place of it. */
function NotReadList({ preview: { faults, leftOut } }: { preview: ImportPreview }) {
  const { t } = useTranslation("upload");
  const id = useId();
  const first = ({ at, text }: NotRead) =>
    "line" in at
      ? t("read.firstLine", { line: at.line, text })
      : t("read.firstEntry", { row: at.row, text });
  const lines = [
    ...faults.map((fault) => ({
      key: fault.code,
      text: t(`read.fault.${fault.code}`, { count: fault.count }),
      first: first(fault),
    })),
    ...(leftOut
      ? [
          {
            key: "left",
            text: t("read.leftOut", { count: leftOut.count }),
            first: first(leftOut),
          },
        ]
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-control border border-warn px-3 py-2">
      <h3 id={id} className="text-sm font-medium">
        {t("read.notRead")}
      </h3>
      <ul className="grid gap-1 text-sm">
        {lines.map(({ key, text, first: where }) => (
          <li key={key}>
            {text} <span className="wrap-anywhere text-ink-muted">{where}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first turns: the surest sign of whether a file was read right. */
function Opening({ preview: { opening } }: { preview: ImportPreview }) {
  const { t } = useTranslation("upload");
  const { duration } = useFormat();
  return (
    <div className="grid gap-1">
      <h3 className="text-xs text-ink-muted">{t("read.opening")}</h3>
      <ol className="grid gap-1 text-sm">
        {opening.map(({ name, t0Ms, text }, at) => (
          <li key={`${t0Ms} ${at}`} className="wrap-anywhere">
            <span className="text-xs text-ink-muted tabular-nums">{duration(t0Ms)}</span>{" "}
            <span className="font-medium">{name ?? t("read.noPerson")}</span> {text}
          </li>
        ))}
      </ol>
    </div>
  );
}

async function look(
  file: File,
  encoding: NamedEncoding | undefined,
  how: object,
  signal: AbortSignal,
): Promise<Seen | Codes> {
  const read = await readTranscriptFile(file, encoding);
  if ("code" in read) return { codes: [read.code] };
  try {
    const answer = await fetch(paths.recordingsPreview(), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: read.text, ...how }),
      signal,
    });
    if (!answer.ok) return { codes: Object.values(await refusalOf(answer)).flat() };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own address's answer
    return { preview: (await answer.json()) as ImportPreview, encoding: read.encoding };
  } catch {
    return { codes: ["offline"] };
  }
}
