import type { Cue, ImportFault, Unit } from "./import-result.ts";
import { rangeOf } from "./cue-times.ts";
import { bareTime, toMs } from "./json-time.ts";
import { type Bare, unitOf } from "./json-unit.ts";
import type { TableRow } from "./table-cells.ts";
import { type Columns, unitIn } from "./table-headings.ts";
import { TIME, type TimeReader } from "./time-text.ts";

export type Read = TimeReader["read"];

const DATE = String.raw`(?:\d{1,2}([/.\-])\d{1,2}\1\d{4},?[ T]+)?`;
export const CLOCK = new RegExp(String.raw`^[\[(]?${DATE}${TIME}[\])]?$`, "u");
const DATED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}),?[ T]+(.+)$/;
const NUMBER = /^-?\d+(?:[.,]\d+)?$/;
/** whisper writes its tables in ms, without a word about it; people do not speak ten times as fast as they can. */
const WHISPER = /^start,end,(speaker,)?text$/;
const MOST_CHARS_OF_WHISPER = 300;

const bracketless = (cell: string): string =>
  cell
    .trim()
    .replace(/^[[(]|[\])]$/g, "")
    .trim();
const numberIn = (cell: string): number | null =>
  NUMBER.test(cell) ? Number(cell.replace(",", ".")) : null;

const isInstant = (number: number): boolean => {
  const time = bareTime(number);
  return time === null || time === "unreadable" || time.isMs;
};

/** Cells of a row's times, without brackets. */
export const timesIn = ({ cells }: TableRow, { from, to }: Columns): [from: string, to: string] => [
  from === null ? "" : bracketless(cells[from] ?? ""),
  to === null ? "" : bracketless(cells[to] ?? ""),
];

type Order = "day first" | "month first" | null;

/** Whether days or months come first in the dates of a table; null where no date and no heading says it. */
function orderOf(dates: readonly string[], headings: readonly string[]): Order {
  const parts = dates.flatMap((date) => {
    const [, one, sign, other] = DATED.exec(date) ?? [];
    return one === undefined ? [] : [{ one: Number(one), other: Number(other), sign }];
  });
  const said = headings.join(" ");
  const isDay =
    parts.some(({ one, sign }) => one > 12 || sign === ".") ||
    /\b(dd?|tt?|jj?)[/. ]mm?\b/.test(said);
  const isMonth = parts.some(({ other }) => other > 12) || /\bmm?[/. ]dd?\b/.test(said);
  return isDay === isMonth ? null : isDay ? "day first" : "month first";
}

/** A date of a spreadsheet in the order that readers know; as it is where its order is not sure. */
function sorted(cell: string, order: Order): string {
  const [, one = "", , other = "", year = "", clock = ""] = DATED.exec(cell) ?? [];
  if (year === "") return cell;
  const isDay = Number(one) > 12 || (order === "day first" && Number(other) <= 12);
  const isMonth = Number(other) > 12 || (order === "month first" && Number(one) <= 12);
  if (isDay === isMonth) return cell;
  const [day, month] = isDay ? [one, other] : [other, one];
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")} ${clock}`;
}

type Given = { reader: TimeReader; headings: readonly string[]; unit: Unit | undefined };
export type TableTimes = { read: Read; unit: Unit | null };

/** Reads the times of one table: clocks, dates of spreadsheets, and bare numbers in the unit that is found for all. */
export function tableTimes(rows: readonly TableRow[], columns: Columns, given: Given): TableTimes {
  const { reader, headings } = given;
  const times = rows.map((row) => timesIn(row, columns));
  const order = orderOf(times.flat(), headings);
  const sure =
    unitIn(headings[columns.from ?? -1] ?? "") ?? unitIn(headings[columns.to ?? -1] ?? "");
  const bare = times.flatMap(([from, to], n): Bare[] => {
    const start = numberIn(from);
    const letters = rows[n]?.cells[columns.text]?.trim().length ?? 0;
    if (start === null || isInstant(start)) return [];
    return [{ start, end: numberIn(to) ?? start, letters }];
  });
  const isWhisper = WHISPER.test(headings.join(","));
  const guess = unitOf(bare, isWhisper ? MOST_CHARS_OF_WHISPER : undefined);
  const unit = sure ?? given.unit ?? guess ?? "s";
  const read: Read = (cell) => {
    const number = numberIn(cell);
    if (number === null) return reader.read(sorted(cell, order));
    const ms = toMs(bareTime(number), unit);
    return ms === null || Number.isNaN(ms) ? null : ms;
  };
  return { read, unit: sure === null && guess !== null ? unit : null };
}

/** Start and end of a row. */
export function rangeIn(
  row: TableRow,
  columns: Columns,
  read: Read,
  faults: ImportFault[],
): Pick<Cue, "startMs" | "endMs"> {
  const [from, to] = timesIn(row, columns);
  if (from === "") return { startMs: null, endMs: null };
  const { line, content: text } = row;
  return rangeOf({ from, to: to === "" ? undefined : to, line, text }, read, faults);
}
