import { formatDuration } from "#app/i18n/format.ts";

/** A time to a tenth of a second: 12:27.4, 1:02:03.0. */
export function tenths(ms: number): string {
  const rounded = Math.round(ms / 100);
  return `${formatDuration(Math.floor(rounded / 10) * 1_000)}.${rounded % 10}`;
}
