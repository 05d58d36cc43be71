type Timed = { t0Ms: number };
/** Width of a pin: two closer than this would cover one another. */
const PIN_PX = 20;

/** Pins in order of time, those that would cover one another in one group. */
export function groupPins<T extends Timed>(
  pins: readonly T[],
  durationMs: number,
  widthPx: number,
): [T, ...T[]][] {
  const msPerPin = widthPx > 0 ? (durationMs / widthPx) * PIN_PX : durationMs / 20;
  const groups: [T, ...T[]][] = [];
  for (const pin of pins.toSorted((a, b) => a.t0Ms - b.t0Ms)) {
    const last = groups.at(-1);
    if (last && pin.t0Ms - last[0].t0Ms < msPerPin) last.push(pin);
    else groups.push([pin]);
  }
  return groups;
}
