import type {
  CommentFormat,
  CommentsOfCall,
} from "#app/core/domain/comment/comment-export.server.ts";
import type { CommentView } from "#app/core/domain/comment/comment-views.ts";
import { type Thread, threadsOf } from "#app/core/domain/comment/threads.ts";
import type { Cell } from "#app/core/domain/list/list-data.ts";
import { csvLines } from "#app/core/domain/list/list-file.ts";
import { formatClock } from "#app/core/domain/transcript/clock-text.ts";
import { createServerI18n } from "#app/i18n/i18n.server.ts";
import type { Language } from "#app/i18n/languages.ts";

type Wish = {
  format: CommentFormat;
  language: Language;
  /** Of the reader; a column of the CSV names it. */
  zone: string;
  /** Columns of a CSV are named by codes. */
  isMachine: boolean;
};
type Texts = ReturnType<typeof createServerI18n>["t"];

const COLUMNS = {
  start: ({ t0Ms }) => clock(t0Ms),
  end: ({ t1Ms }) => clock(t1Ms),
  author: ({ author }) => author.name,
  kind: ({ kind }, t) => t(`comment:kind.${kind}`),
  text: (comment, t) => textOf(comment, t),
  quote: ({ quotes }) => quotes.map(({ text }) => text).join(" … "),
  private: ({ isPrivate }, t) => (isPrivate ? t("comment:onlyYou") : ""),
  mentions: ({ mentions }) => mentions.map(({ name }) => name).join("; "),
  created_at: ({ createdAt }) => createdAt,
  edited_at: ({ editedAt }) => editedAt,
  resolved_at: ({ resolved }) => resolved?.at ?? null,
  resolved_by: ({ resolved }) => resolved?.by ?? null,
  comment_id: ({ id }) => id,
  answer_to: ({ parentId }) => parentId,
} as const satisfies Record<string, (comment: CommentView, t: Texts) => Cell>;
type Column = keyof typeof COLUMNS;

/** Comments of a call as text to read, as captions for players, or as a table (product §8.7). */
export function writeComments(
  { title, comments }: CommentsOfCall,
  { format, language, zone, isMachine }: Wish,
): { mime: string; body: string } {
  const { t } = createServerI18n(language);
  const threads = threadsOf(withLostParents(comments));
  if (format === "vtt") return { mime: "text/vtt", body: toVtt(threads, t) };
  if (format === "txt") return { mime: "text/plain", body: toTxt(title, threads, t) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the table itself
  const columns = Object.keys(COLUMNS) as Column[];
  const head = columns.map((column) => (isMachine ? column : t(`comment:column.${column}`)));
  const zoneName = isMachine ? "time_zone" : t("comment:column.time_zone");
  const lines = threads
    .flatMap(({ root, answers }) => [root, ...answers])
    .map((comment) => [...columns.map((column) => COLUMNS[column](comment, t)), zone]);
  return { mime: "text/csv", body: csvLines([[...head, zoneName], ...lines], true) };
}

/** Answers whose comment was deleted stand for themselves. */
function withLostParents(comments: readonly CommentView[]): CommentView[] {
  const here = new Set(comments.map(({ id }) => id));
  return comments.map((comment) =>
    comment.parentId === null || here.has(comment.parentId)
      ? comment
      : { ...comment, parentId: null },
  );
}

const clock = (ms: number | null): string | null => (ms === null ? null : formatClock(ms));
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
const textOf = ({ body, isFlag }: CommentView, t: Texts): string =>
  body === "" && isFlag ? t("comment:flagged") : body;
const said = (comment: CommentView, t: Texts): string =>
  `${oneLine(comment.author.name)}: ${oneLine(textOf(comment, t))}`;

function toTxt(title: string, threads: readonly Thread[], t: Texts): string {
  const lines = threads.flatMap(({ root, answers }) => {
    const at = root.t0Ms === null ? t("comment:wholeCall") : shortRange(root.t0Ms, root.t1Ms);
    const quoted = root.quotes.map(({ text }) => `    > ${oneLine(text)}`);
    return [
      `[${at}] ${said(root, t)}`,
      ...quoted,
      ...answers.map((answer) => `    ${said(answer, t)}`),
    ];
  });
  return [oneLine(title), "----", ...lines, ""].join("\n");
}

const short = (ms: number): string => formatClock(ms).slice(0, -4);
const shortRange = (t0Ms: number, t1Ms: number | null): string =>
  t1Ms === null ? short(t0Ms) : `${short(t0Ms)} - ${short(t1Ms)}`;

/** So long a comment at one moment is shown. */
const MOMENT_MS = 5_000;
const escapeVtt = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** A cue for each thread with a time; what is about the whole call is a note on top. */
function toVtt(threads: readonly Thread[], t: Texts): string {
  const blocks = threads.map(({ root, answers }) => {
    const text = [root, ...answers].map((comment) => escapeVtt(said(comment, t))).join("\n");
    if (root.t0Ms === null) return `NOTE\n${text}\n`;
    const end = root.t1Ms ?? root.t0Ms + MOMENT_MS;
    return `${formatClock(root.t0Ms)} --> ${formatClock(end)}\n${text}\n`;
  });
  return ["WEBVTT\n", ...blocks].join("\n");
}
