import type { CrmField, CrmValue } from "../connection/connection-types.ts";
import type { OutputItem, OutputType } from "../summary/output.ts";

type Length = Pick<CrmField, "length" | "lineBreak">;
type Words = {
  language: "en" | "ja";
  playbackUrl: string;
  people: readonly { participantId: string | null; name: string }[];
  columns: readonly string[];
};

const day = (date: string, language: "en" | "ja"): string =>
  new Intl.DateTimeFormat(language === "ja" ? "ja-JP" : "en-GB", {
    dateStyle: "medium",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));

function money(amount: number, currency: string, language: "en" | "ja"): string {
  const style = currency === "" ? {} : { style: "currency" as const, currency };
  return new Intl.NumberFormat(language === "ja" ? "ja-JP" : "en-GB", {
    ...style,
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  }).format(amount);
}

/** One item in words; empty where it says nothing. */
function lineOf(item: OutputItem, { language, people }: Words): string {
  switch (item.type) {
    case "text":
    case "bullets":
      return item.value.text;
    case "checklist": {
      const { task, owner, due, dueTime } = item.value;
      const name = people.find(({ participantId }) => participantId === owner)?.name;
      const when = due === null ? null : [day(due, language), dueTime].filter(Boolean).join(" ");
      const facts = [owner === null ? undefined : name, when ?? undefined].filter(
        (one) => one !== undefined,
      );
      if (facts.length === 0) return task;
      return language === "ja" ? `${task}（${facts.join("、")}）` : `${task} (${facts.join(", ")})`;
    }
    case "enum":
      return item.value.option;
    case "multi_enum":
      return item.value.options.join(language === "ja" ? "、" : ", ");
    case "number": {
      const { number, unit } = item.value;
      const isTight = unit === "" || unit === "%" || language === "ja";
      const text = new Intl.NumberFormat(language === "ja" ? "ja-JP" : "en-GB").format(number);
      return isTight ? `${text}${unit}` : `${text} ${unit}`;
    }
    case "money": {
      const { amount, currency, per = [] } = item.value;
      return [money(amount, currency, language), ...per].join(" / ");
    }
    case "date":
      return [day(item.value.date, language), item.value.time].filter(Boolean).join(" ");
    case "boolean":
      return "";
    case "person":
      return item.value.name;
    case "url":
      return item.value.url;
    case "table":
      return item.value.cells.map((cell) => cell ?? "").join(" | ");
  }
}

const LISTS: readonly OutputType[] = ["bullets", "checklist", "table"];
const words = (items: readonly OutputItem[], context: Words): string[] =>
  items
    .map((item) => lineOf(item, context).replace(/\s+/g, " ").trim())
    .filter((one) => one !== "");

/** A section as plain text: on one line, or with a line for each item. */
export function asText(
  items: readonly OutputItem[],
  shape: "line" | "lines",
  context: Words,
): string {
  const lines = words(items, context);
  if (shape === "line") return lines.join(context.language === "ja" ? "／" : "; ");
  const isList = items.length > 0 && items.every(({ type }) => LISTS.includes(type));
  return lines.map((line) => (isList ? `- ${line}` : line)).join("\n");
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** Pieces of HTML that stand or fall together, between what opens and closes them. */
export type Html = { open: string; pieces: string[]; close: string };

/** A section as HTML without attributes: paragraphs, a list or a table. */
export function asHtml(type: OutputType, items: readonly OutputItem[], context: Words): Html {
  if (type === "table") {
    const row = (cells: readonly (string | null)[], tag: "td" | "th") =>
      `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell ?? "")}</${tag}>`).join("")}</tr>`;
    const rows = items.flatMap((item) =>
      item.type === "table" ? [row(item.value.cells, "td")] : [],
    );
    const head = context.columns.length > 0 ? row(context.columns, "th") : "";
    return { open: `<table>${head}`, pieces: rows, close: "</table>" };
  }
  const lines = words(items, context).map(escapeHtml);
  if (LISTS.includes(type))
    return { open: "<ul>", pieces: lines.map((line) => `<li>${line}</li>`), close: "</ul>" };
  return { open: "", pieces: lines.map((line) => `<p>${line}</p>`), close: "" };
}

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** How much of a field's length a text takes. */
export const sizeIn = (text: string, { lineBreak = 1 }: Pick<CrmField, "lineBreak">): number =>
  text.length + (lineBreak - 1) * (text.match(/(?<!\r)\n/g)?.length ?? 0);

/** The longest beginning of at most `most` UTF-16 units that splits no letter. */
function beginning(text: string, most: number, field: Pick<CrmField, "lineBreak"> = {}): string {
  let end = 0;
  let size = 0;
  for (const { index, segment } of graphemes.segment(text)) {
    size += sizeIn(segment, field);
    if (size > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}

/** A text that a field takes: cut with "…" and the link to the call where it is too long (product §17.2). */
export function fitText(text: string, field: Length, { playbackUrl }: Words): string {
  const { length } = field;
  if (length === null || sizeIn(text, field) <= length) return text;
  const end = `… ${playbackUrl}`;
  // Where the link alone would fill the field, words are worth more.
  return end.length > length / 2
    ? `${beginning(text, length - 1, field)}…`
    : `${beginning(text, length - end.length, field)}${end}`;
}

/** A text of a field's type, cut to a room that is smaller than the field. */
export function fitRoom(
  text: string,
  field: Pick<CrmField, "type" | "lineBreak">,
  room: number,
): string {
  if (sizeIn(text, field) <= room) return text;
  if (room <= 1) return "";
  return field.type === "richtext"
    ? htmlBeginning(text, room)
    : `${beginning(text, room - 1, field)}…`;
}

const TOKENS = /<(\/?)([a-z][a-z0-9]*)[^>]*>|[^<]+|</gi;
const VOID: readonly string[] = ["br", "hr", "img"];
const closing = (open: readonly string[]): string =>
  open
    .toReversed()
    .map((name) => `</${name}>`)
    .join("");

/** The beginning of HTML; what is open where it ends is closed. */
function htmlBeginning(html: string, most: number): string {
  const end = "<p>…</p>";
  let open: string[] = [];
  let kept = "";
  for (const [token, slash, name = ""] of html.matchAll(TOKENS)) {
    const opens = name !== "" && slash === "" && !VOID.includes(name.toLowerCase());
    const after = slash === "/" ? open.slice(0, -1) : opens ? [...open, name] : open;
    const room = most - kept.length - closing(after).length - end.length;
    if (token.length > room) {
      if (name === "") kept += wholeEntities(beginning(token, room));
      break;
    }
    kept += token;
    open = after;
  }
  const cut = `${kept}${closing(open)}${end}`;
  return cut.length > most ? "" : cut;
}

/** The same of HTML, which is cut between its pieces. */
export function fitHtml({ open, pieces, close }: Html, { length }: Length, context: Words): string {
  const all = `${open}${pieces.join("")}${close}`;
  if (length === null || all.length <= length) return all;
  const url = escapeHtml(context.playbackUrl);
  const end = `${close}<p>… <a href="${url}">${url}</a></p>`;
  const kept: string[] = [];
  let size = open.length + end.length;
  for (const piece of pieces) {
    size += piece.length;
    if (size > length) break;
    kept.push(piece);
  }
  if (kept.length > 0) return `${open}${kept.join("")}${end}`;
  const plain = pieces.map((piece) => piece.replace(/<[^>]+>/g, " ").trim()).join(" ");
  const room = length - "<p>…</p>".length;
  return room <= 0 ? "" : `<p>${wholeEntities(beginning(plain, room))}…</p>`;
}

/** Without an entity that was cut in half. */
const wholeEntities = (html: string): string => html.replace(/&[a-z0-9#]{0,5}$/i, "");

/** A text as it is compared: line breaks, blanks at the ends and the composition of letters do not count. */
export const plain = (text: string): string => text.replace(/\r\n/g, "\n").trim().normalize("NFC");

const ENTITIES: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", "#39": "'", "#x27": "'" },
};
const BLOCKS = /<\/?(?:p|div|br|li|ul|ol|table|tr|h[1-6])\b[^>]*>/gi;

/** The lines of a text, of HTML as they are shown. */
export function linesOf(text: string): string[] {
  const isHtml = /<\/?[a-z][^>]*>/i.test(text);
  const shown = isHtml ? decoded(text.replace(BLOCKS, "\n").replace(/<[^>]+>/g, " ")) : text;
  return plain(shown)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}
const decoded = (html: string): string =>
  html.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all);

/** The words of HTML, however it is written. */
export const wordsIn = (html: string): string =>
  decoded(html.replace(/<[^>]+>/g, " "))
    .replace(/\s+/g, " ")
    .trim()
    .normalize("NFC");

/** The choices of a list as CRMs write it, "A;B". */
export const choicesOf = (list: CrmValue): string[] =>
  String(list ?? "")
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one !== "");
