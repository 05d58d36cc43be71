/** A time of day in a file: `h:mm:ss.mmm`, `mm:ss`, with `.` or `,` before the fraction. */
export const CLOCK = String.raw`(?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?`;

const PARTS = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?$/;

/** Milliseconds of a time as files write it; null when it is none. */
export function parseClock(text: string): number | null {
  const parts = PARTS.exec(text.trim());
  if (!parts) return null;
  const [, hours, minutes, seconds, fraction] = parts;
  const [h, m, s] = [Number(hours ?? 0), Number(minutes), Number(seconds)];
  if (s > 59 || (hours !== undefined && m > 59)) return null;
  return ((h * 60 + m) * 60 + s) * 1_000 + Number((fraction ?? "0").padEnd(3, "0"));
}

/** `00:01:02.345`, as VTT wants it; SRT wants a comma. */
export function formatClock(ms: number, point: "." | "," = "."): string {
  const whole = Math.max(0, Math.round(ms));
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const clock = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60].map(two).join(":");
  return `${clock}${point}${String(whole % 1_000).padStart(3, "0")}`;
}
