import { offsetMinutes, zonedInstant } from "#app/core/domain/zone.ts";

/** From here on a number of ms is an instant of a calendar (1973), below it a place in a call. */
export const FIRST_INSTANT_MS = 100_000_000_000;

const DAY = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}`;
/** "am" behind a space is a word, unless the time ends there. */
const HALF = String.raw`[AaPp][Mm]\b|\s(?:[AP]M\b|[AaPp]\.[Mm]\.|pm\b|am(?=\s*(?:$|[\])\-–—])))`;
const CORE = String.raw`(?:(?:午前|午後)\s?)?(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[:;]\d{2,3}(?!\d)|[.,]\d{1,9})?(?:${HALF})?`;
/** A time as files write it in running text: `mm:ss`, `h:mm:ss.fff`, with frames behind `:` or `;`, with a day, with AM or PM. */
export const TIME = String.raw`(?:${DAY}[ T]${CORE}(?:Z|[+-]\d{2}:?\d{2})?|${CORE})`;

const CLOCK =
  /^(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[ T]\s*)?(午前|午後)?\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[:;](\d{2,3})|[.,](\d{1,9}))?\s*([AaPp]\.?[Mm]\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;
const SPANS =
  /^(?:PT)?(?:(\d+(?:\.\d+)?)\s*(?:h(?:ours?|rs?)?|時間?))?\s*(?:(\d+(?:\.\d+)?)\s*(?:m(?:in(?:ute)?s?)?|分))?\s*(?:(\d+(?:[.,]\d+)?)\s*(?:s(?:ec(?:ond)?s?)?|秒))?$/i;

const FRAME_RATES = [24, 25, 30, 50, 60, 120];

/** Frames a second of the file that holds the text: the lowest usual rate above every frame number in it; 25 without any. */
export function frameRateOf(text: string): number {
  let most = -1;
  for (const [, frame] of text.matchAll(/(?<![\d:;])\d{1,2}:\d{2}:\d{2}[:;](\d{2,3})(?!\d)/g))
    most = Math.max(most, Number(frame));
  if (most < 0) return 25;
  return FRAME_RATES.find((rate) => rate > most) ?? 1_000;
}

/** What a reader of a file's times has met: AM or PM; times with more than two parts, such as seconds behind hours. */
export type TimeKinds = { hasHalves: boolean; hasThreeParts: boolean };
export type TimeReader = {
  /** ms from the start of the call, of the day, or of 1970; null where the text is no time. */
  read: (text: string) => number | null;
  kinds: TimeKinds;
};

/**
 * Reads the times of one file.
 * @param frameRate frames a second, for times that end in frames
 * @param zone where a day without a zone is meant, IANA
 */
export function timeReader(frameRate: number, zone: string): TimeReader {
  const kinds: TimeKinds = { hasHalves: false, hasThreeParts: false };
  const read = (text: string): number | null => {
    const parts = CLOCK.exec(text.trim());
    return parts === null ? readSpan(text) : readClock(parts, { frameRate, zone, kinds });
  };
  return { read, kinds };
}

/** `1h 2m 3.5s`, `PT1M2S`, `2分5秒`, and seconds with a fraction. */
function readSpan(text: string): number | null {
  if (/^\d{1,6}\.\d{1,3}$/.test(text.trim())) return Math.round(Number(text) * 1_000);
  const [all = "", hours, minutes, seconds] = SPANS.exec(text.trim()) ?? [];
  if (all === "" || (hours ?? minutes ?? seconds) === undefined) return null;
  const number = (part: string | undefined) => Number((part ?? "0").replace(",", "."));
  return Math.round(((number(hours) * 60 + number(minutes)) * 60 + number(seconds)) * 1_000);
}

type Context = { frameRate: number; zone: string; kinds: TimeKinds };

function readClock(parts: RegExpExecArray, { frameRate, zone, kinds }: Context): number | null {
  const [, year, month, day, before, first, second, third, frames, fraction, behind, offset] =
    parts;
  const half = /午前|a/i.test(before ?? behind ?? "") ? 0 : (before ?? behind) ? 12 : null;
  // "2:02 PM" and "2026-11-20 14:02" have no seconds, "14:02" in a call has no hours.
  const isOfDay = half !== null || year !== undefined;
  const [hours, minutes, seconds] =
    first === undefined && isOfDay ? [second, third, "0"] : [first ?? "0", second, third];
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (offset !== undefined && year === undefined) return null;
  if (s > 59 || (m > 59 && (first !== undefined || isOfDay))) return null;
  if (isOfDay && (h > 24 || (half !== null && (h > 12 || h < 1)))) return null;
  if (half !== null) kinds.hasHalves = true;
  if (first !== undefined || (fraction ?? frames) !== undefined) kinds.hasThreeParts = true;
  const hour = half === null ? h : (h % 12) + half;
  const ms = ((hour * 60 + m) * 60 + s) * 1_000 + fractionMs(frames, fraction, frameRate);
  if (year === undefined) return ms;
  const date = [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight) || midnight < FIRST_INSTANT_MS) return null;
  if (offset !== undefined) return midnight + ms - offsetMs(offset);
  const clock = `${String(hour % 24).padStart(2, "0")}:${String(m).padStart(2, "0")}`;
  return Date.parse(zonedInstant(date, clock, zone)) + (ms % 60_000);
}

function fractionMs(
  frames: string | undefined,
  fraction: string | undefined,
  frameRate: number,
): number {
  if (frames !== undefined) return Math.round((Number(frames) * 1_000) / frameRate);
  return Math.round(Number(`0.${fraction ?? "0"}`) * 1_000);
}

function offsetMs(offset: string): number {
  if (offset === "Z") return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** "14:02:33" of an instant in a zone, or of ms from midnight. */
export function clockText(ms: number, zone: string): string {
  const local = ms < FIRST_INSTANT_MS ? ms : ms + offsetMinutes(zone, new Date(ms)) * 60_000;
  return new Date(local).toISOString().slice(11, 19);
}
