/** The value of `t=` for a position: whole seconds, rounded down so that the word is still heard. */
export function timeParam(ms: number): string {
  return String(Math.max(0, Math.floor(ms / 1000)));
}

/**
 * Reads `t=` and `end=` in the three forms of product §8.2: `754`, `12m34s`, `0:12:34`.
 * Answers milliseconds, or null for anything else (the page then says "ignored").
 */
export function parseTimeParam(value: string): number | null {
  const text = value.trim();
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1000);
  const units = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s)?$/.exec(text);
  if (text !== "" && units) return seconds(units[1], units[2], units[3]) * 1000;
  const colons = /^(?:(\d{1,3}):)?(\d{1,4}):(\d{2})$/.exec(text);
  return colons ? seconds(colons[1], colons[2], colons[3]) * 1000 : null;
}

function seconds(hours = "0", minutes = "0", rest = "0"): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

const STEPS_S = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

/** Marks of the ruler in ms, on round steps, at most one per `gapPx` of a timeline `widthPx` wide. */
export function rulerMarks(durationMs: number, widthPx: number, gapPx = 72): number[] {
  if (durationMs <= 0) return [0];
  const most = Math.max(1, Math.floor(widthPx / gapPx));
  const stepS = STEPS_S.find((step) => durationMs / (step * 1000) <= most) ?? 14_400;
  const marks: number[] = [];
  for (let at = 0; at <= durationMs; at += stepS * 1000) marks.push(at);
  return marks;
}
