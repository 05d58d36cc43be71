import type { CrmValue } from "../connection/connection-types.ts";
import type { Applied, Applying } from "./apply-rule.ts";
import { choicesOf, escapeHtml, fitHtml, fitText, linesOf, sizeIn } from "./texts.ts";

/** What a text gets added to what is there: on top with the day of the call, or below. */
export function appended(
  { field, current, value, today, playbackUrl }: Applying,
  rule: "append_newest" | "append_below",
): Applied {
  const before = current === null ? "" : String(current);
  if (field.type === "multipicklist") return joined(before, String(value));
  const isRich = field.type === "richtext";
  const added = isRich ? String(value) : oneLine(String(value));
  if (holds(before, added)) return { keep: "already_there" };
  const mine = rule === "append_newest" ? dated(added, today, isRich) : added;
  const gap = before === "" || isRich ? "" : "\n";
  if (field.length !== null && sizeIn(before + gap + mine, field) > field.length) {
    // What stands there is not ours to cut; alone in the field, the new text is cut like any other.
    if (before !== "") return { keep: "no_room" };
    return { write: cut(mine, { ...field, isRich }, playbackUrl) };
  }
  const both = rule === "append_newest" ? [mine, before] : [before, mine];
  return { write: both.join(gap) };
}

function joined(before: string, added: string): Applied {
  const known = choicesOf(before);
  const all = [...new Set([...known, ...choicesOf(added)])];
  return all.length === known.length ? { keep: "already_there" } : { write: all.join(";") };
}

/** A list of one is no list. */
const oneLine = (text: string): string =>
  text.startsWith("- ") && !text.includes("\n") ? text.slice("- ".length) : text;

function dated(added: string, today: string, isRich: boolean): string {
  if (isRich) return `<p>${today}</p>${added}`;
  return `${today}:${added.startsWith("- ") ? "\n" : " "}${added}`;
}

/** Whether a text has the lines of another in one piece, whatever day is written before them. */
function holds(text: string, part: string): boolean {
  const [all, wanted] = [entriesOf(text), entriesOf(part)];
  return all.some((_, at) => wanted.every((line, n) => all[at + n] === line));
}
const entriesOf = (text: string): string[] =>
  linesOf(text)
    .map((line) =>
      line
        .replace(/^\d{4}-\d{2}-\d{2}(:|$)/, "")
        .trim()
        .replace(/^- /, ""),
    )
    .filter((line) => line !== "");

function cut(
  text: string,
  { length, isRich, lineBreak }: { length: number | null; isRich: boolean; lineBreak?: number },
  playbackUrl: string,
): string {
  const words = { language: "en" as const, playbackUrl, people: [], columns: [] };
  return isRich
    ? fitHtml(
        { open: "", pieces: [`<p>${escapeHtml(text.replace(/<[^>]+>/g, " "))}</p>`], close: "" },
        { length },
        words,
      )
    : fitText(text, { length, ...(lineBreak !== undefined && { lineBreak }) }, words);
}

/** The text that a write added to what was there; null where it did not only add. */
export function addedBy(before: CrmValue, after: CrmValue): string | null {
  const [was, is] = [before === null ? "" : String(before), after === null ? "" : String(after)];
  if (is === "" || is === was) return null;
  if (was === "") return is;
  if (is.endsWith(was)) return is.slice(0, -was.length);
  return is.startsWith(was) ? is.slice(was.length) : null;
}

/** A text without a piece of it that was added; null where the piece is not there as it was, or twice. */
export function without(text: CrmValue, piece: string): string | null {
  const all = text === null ? "" : String(text);
  const bare = piece.replace(/^\n+|\n+$/g, "");
  const at = bare === "" ? -1 : all.indexOf(bare);
  if (at < 0 || all.indexOf(bare, at + 1) >= 0) return null;
  const [start, end] = [all.slice(0, at), all.slice(at + bare.length)];
  // One of the two line breaks around it goes with it.
  return end.startsWith("\n") ? start + end.slice(1) : start.replace(/\n$/, "") + end;
}
