/** The counter has 12 bits; a millisecond begins in the lower half of them. */
const COUNTS = 4_096;
const MOST_AHEAD_MS = 1_000;
let last = { ms: -1, count: 0 };

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, 12 that count within one (§6.2, method 1), then random bits.
 * Ids made later in this process sort later, those of one millisecond too.
 * @param nowMs Unix milliseconds; tests pass their own
 */
export function newId(nowMs: number = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  last = after(last, nowMs, view.getUint16(6) % (COUNTS / 2));
  view.setUint32(0, Math.floor(last.ms / 65_536));
  view.setUint16(4, last.ms % 65_536);
  view.setUint16(6, 0x7000 | last.count);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * A millisecond that has no counts left borrows the next one's, and is followed by it until the clock has caught up; so
 * is one from which the clock has stepped back.
 */
function after(before: typeof last, nowMs: number, start: number): typeof last {
  const isNow = before.ms >= nowMs && before.ms - nowMs <= MOST_AHEAD_MS;
  if (!isNow) return { ms: nowMs, count: start };
  return before.count + 1 < COUNTS
    ? { ms: before.ms, count: before.count + 1 }
    : { ms: before.ms + 1, count: start };
}
