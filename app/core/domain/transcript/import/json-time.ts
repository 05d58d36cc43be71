import type { Unit } from "./import-result.ts";
import { isRow, orCapital, type Row } from "./json-rows.ts";
import { FIRST_INSTANT_MS, type TimeReader } from "./time-text.ts";

type Role = "start" | "end" | "length";
const NAMES: Record<Role, string[]> = {
  start: [
    ...["start", "startTime", "start_time", "begin", "from", "t0", "offset", "timestamp", "time"],
    ...["ts", "startOffset", "startedAt", "started_at", "start_timestamp"],
    ...["created_at", "createdAt", "datetime"],
  ],
  end: [
    ...["end", "endTime", "end_time", "stop", "to", "t1", "endOffset", "endedAt", "ended_at"],
    ...["end_ts", "end_timestamp"],
  ],
  length: ["duration", "dur", "length"],
};
/** Keys that say their unit (`startMs`, `start_ms`) need no guess. */
const UNITS: readonly [suffixes: readonly string[], ms: number][] = [
  [["Ms", "_ms", "InMs", "Millis", "_millis", "Milliseconds", "_milliseconds"], 1],
  [["InTicks"], 1 / 10_000],
  [["Us", "_us", "Micros"], 1 / 1_000],
  [["Ns", "_ns", "Nanos"], 1 / 1_000_000],
  [["Seconds", "_seconds", "Sec", "_sec", "_secs", "_s", "InSeconds"], 1_000],
];

type Key = { role: Role; rank: number; ms: number | null };
/** Every key that says a time. Rows have few keys: each is looked up here, rather than each of these in the row. */
const KEYS: ReadonlyMap<string, Key> = keyMap();

function keyMap(): Map<string, Key> {
  const keys = new Map<string, Key>();
  const add = (name: string, role: Role, ms: number | null) => {
    if (!keys.has(name)) keys.set(name, { role, ms, rank: keys.size });
  };
  const roles: Role[] = ["start", "end", "length"];
  for (const role of roles)
    for (const name of orCapital(NAMES[role]))
      for (const [suffixes, ms] of UNITS)
        for (const suffix of suffixes) add(`${name}${suffix}`, role, ms);
  for (const role of roles) for (const name of orCapital(NAMES[role])) add(name, role, null);
  return keys;
}

export const isTimeKey = (key: string): boolean => KEYS.has(key) || NESTED.includes(key);

/** Objects that hold a row's times under names of their own (whisper.cpp, Recall). */
const NESTED = ["offsets", "timestamps", "interval", "timing"];

/** A time of a row: ms where the unit is known, else a bare number; "unreadable" where something is there that is no time. */
export type Time = { value: number; isMs: boolean } | "unreadable" | null;
export type Times = Record<Role, Time>;

const isRead = (time: Time): time is { value: number; isMs: boolean } =>
  time !== null && time !== "unreadable";

/** Start, end and length of a row, each from the key that says it best. */
export function timesOf(row: Row, reader: Pick<TimeReader, "read">): Times {
  const hits: { key: Key; value: unknown }[] = [];
  for (const name of Object.keys(row)) {
    const key = KEYS.get(name);
    const value = row[name];
    if (key && value !== undefined && value !== null) hits.push({ key, value });
  }
  const times: Times = { start: null, end: null, length: null };
  for (const { key, value } of hits.sort((a, b) => a.key.rank - b.key.rank)) {
    if (isRead(times[key.role])) continue;
    if (Array.isArray(value) && value.length === 2) addPair(times, value, reader);
    else times[key.role] = key.ms === null ? readTime(value, reader) : sure(value, key.ms, reader);
  }
  for (const name of NESTED) {
    const nested = row[name];
    if (isRow(nested)) addNested(times, timesOf(nested, reader));
  }
  return times;
}

/** `timestamp: [0, 3.2]`, as transformers write it; the end of the last may be null. */
function addPair(times: Times, [start, end]: readonly unknown[], reader: Pick<TimeReader, "read">) {
  times.start = readTime(start, reader);
  if (end !== null && end !== undefined) times.end ??= readTime(end, reader);
}

function addNested(times: Times, nested: Times) {
  // Bare numbers in such an object are ms: seconds are written as clocks.
  const ms = (time: Time): Time => (isRead(time) ? { ...time, isMs: true } : null);
  if (!isRead(times.start)) times.start = ms(nested.start) ?? times.start;
  if (!isRead(times.end)) times.end = ms(nested.end) ?? times.end;
  if (!isRead(times.length)) times.length = ms(nested.length) ?? times.length;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function sure(value: unknown, ms: number, reader: Pick<TimeReader, "read">): Time {
  const number = typeof value === "string" && NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== "number") return readTime(value, reader);
  return Number.isFinite(number) ? { value: number * ms, isMs: true } : "unreadable";
}

function readTime(value: unknown, reader: Pick<TimeReader, "read">): Time {
  if (typeof value === "number") return bareTime(value);
  if (typeof value === "string") {
    const clock = reader.read(value);
    if (clock !== null) return { value: clock, isMs: true };
    return NUMBER.test(value.trim()) ? bareTime(Number(value)) : "unreadable";
  }
  if (!isRow(value)) return "unreadable";
  const { seconds, nanos, relative } = value;
  if (seconds !== undefined) {
    const ms = Number(seconds) * 1_000 + Number(nanos ?? 0) / 1_000_000;
    return Number.isFinite(ms) ? { value: ms, isMs: true } : "unreadable";
  }
  return typeof relative === "number" ? { value: relative * 1_000, isMs: true } : "unreadable";
}

/** From here on a number counts from 1970: in seconds, and a thousand times as large in ms, µs and ns. */
const FIRST_INSTANT_S = 1_000_000_000;

/** A bare number; one as large as an instant counts from 1970, in the unit that makes it a day of people's lives. */
export function bareTime(value: number): Time {
  if (!Number.isFinite(value) || value >= FIRST_INSTANT_MS * 1e9) return "unreadable";
  if (value >= FIRST_INSTANT_MS * 1e6) return { value: value / 1e6, isMs: true };
  if (value >= FIRST_INSTANT_MS * 1e3) return { value: value / 1e3, isMs: true };
  if (value >= FIRST_INSTANT_MS * 10) return { value, isMs: true };
  return value >= FIRST_INSTANT_S && value < FIRST_INSTANT_MS
    ? { value: value * 1_000, isMs: true }
    : { value, isMs: false };
}

/** Below this a start is no slip of an engine, but counted from somewhere else. */
const MOST_NEGATIVE_MS = 2_000;
/** The end of the year 9999: what is later is no time of a call, and no date that programs can write. */
const LAST_INSTANT_MS = 253_402_300_799_999;

/** ms of a time; null where there is none; NaN where it cannot be read. */
export function toMs(time: Time, unit: Unit): number | null {
  if (time === null) return null;
  if (time === "unreadable") return Number.NaN;
  const ms = Math.round(time.isMs ? time.value : time.value * (unit === "s" ? 1_000 : 1));
  if (ms > LAST_INSTANT_MS) return Number.NaN;
  if (ms >= 0) return ms;
  return ms >= -MOST_NEGATIVE_MS ? 0 : Number.NaN;
}
