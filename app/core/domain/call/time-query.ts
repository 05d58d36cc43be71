/** The longest call in seconds; a time beyond it is no time of a call. */
const MOST_SECONDS = 24 * 3_600;

/**
 * A time in an address: `754`, `12m34s`, `1h2m`, `12:34` or `0:12:34` (product §8.2).
 * @returns milliseconds, or null for what is none of these
 */
export function parseTime(value: string | null): number | null {
  if (value === null || value === "") return null;
  const plain = /^\d+(?:\.\d+)?$/.exec(value);
  const units = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s)?$/.exec(value);
  const clock = /^(?:(\d+):)?(\d{1,2}):([0-5]\d(?:\.\d+)?)$/.exec(value);
  if (clock?.[1] !== undefined && Number(clock[2]) > 59) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = clock ?? units ?? [];
  const total = plain
    ? Number(value)
    : clock || units
      ? Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
      : null;
  return total === null || total > MOST_SECONDS ? null : Math.round(total * 1_000);
}
