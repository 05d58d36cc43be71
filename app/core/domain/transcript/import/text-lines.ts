import { zonedInstant } from "#app/core/domain/zone.ts";

/** "0 minutes 3 seconds", which pages write for screen readers beside the clock that people see. */
const SPOKEN_TIME = String.raw`(?:\d+\s*(?:hours?|minutes?|seconds?|時間|分|秒)\s*)+`;
const BEFORE_CLOCK = new RegExp(String.raw`^\s*${SPOKEN_TIME}(?=\d{1,3}:\d{2})`);
const ALONE = new RegExp(String.raw`^\s*${SPOKEN_TIME}$`);
const AFTER_NAME = new RegExp(String.raw`^(.{1,80}?)\s+${SPOKEN_TIME}$`);

/**
 * The lines as people see them: what is there for screen readers is empty, full-width times are as others, and marks of
 * bold around a name are gone. Each line keeps its number.
 */
export function shownLines(lines: readonly string[]): string[] {
  let name = "";
  return lines.map((line) => {
    if (line.length > 400) return line;
    const plain = line
      .replace(/^[\s　]*[０-９][０-９：:．.]*[０-９]/u, (time) => time.normalize("NFKC"))
      .replace(/^\s*\*\*([^*]{1,100})\*\*/, "$1");
    if (ALONE.test(plain)) return "";
    const [, before] = AFTER_NAME.exec(plain.trim()) ?? [];
    if (before !== undefined && before === name) return "";
    const shown = plain.replace(BEFORE_CLOCK, "");
    if (shown.trim() !== "" && !/^\d/.test(shown.trim())) name = shown.trim();
    return shown;
  });
}

/** What programs write below the last words: from here on nothing was said. */
const ENDINGS = [
  /^\s*(?:Meeting|Transcription) ended after \d/,
  /^\s*(?:会議|文字起こし)は\s*[\d:]+.*終了/,
  /^\s*Transcribed by (?:https?:|[A-Z]\S*$)/,
];
/** What they write anywhere: about themselves. */
const NOTICES = [
  /^\s*This editable transcript was computer generated/,
  /^\s*この(?:編集可能な)?文字起こしは/,
  /\s(?:started|stopped) transcription$/,
  /文字起こしを(?:開始|停止|終了)しました$/,
];

export const isEnding = (line: string): boolean => ENDINGS.some((form) => form.test(line));
export const isNotice = (line: string): boolean => NOTICES.some((form) => form.test(line));

const ISO_DAY =
  /(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[\sT,]*(\d{1,2}):(\d{2})(?::\d{2})?(?:\s*(?:GMT|UTC)([+-]\d{1,2})?)?/;
const NAMED_DAY =
  /\b([A-Z][a-z]{2,8}\.? \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]{2,8} \d{4}),? +(\d{1,2}:\d{2}) ?([AP]M)?/;

/**
 * When a call began, as a line above its words says it, ISO 8601 UTC; null where none does.
 * @param zone where a time without an offset is meant, IANA
 */
export function startIn(line: string, zone: string): string | null {
  const [, year, month = "", day = "", hour = "", minute = "", offset] = ISO_DAY.exec(line) ?? [];
  if (year !== undefined) {
    const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    return instant(date, `${hour.padStart(2, "0")}:${minute}`, offset, zone);
  }
  const [, text, time = "", half = ""] = NAMED_DAY.exec(line) ?? [];
  if (text === undefined) return null;
  const wall = new Date(`${text.replace(".", "")} ${time} ${half} UTC`);
  if (Number.isNaN(wall.getTime())) return null;
  const iso = wall.toISOString();
  return zonedInstant(iso.slice(0, 10), iso.slice(11, 16), zone);
}

function instant(
  date: string,
  time: string,
  offset: string | undefined,
  zone: string,
): string | null {
  const utc = new Date(`${date}T${time}:00Z`);
  if (Number.isNaN(utc.getTime())) return null;
  if (offset === undefined) return zonedInstant(date, time, zone);
  return new Date(utc.getTime() - Number(offset) * 3_600_000).toISOString();
}
