/** Round numbers from 0 to at least `most`, five at most: 0, 10, 20, 30. */
export function ticksTo(most: number): number[] {
  const step = stepFor(Math.max(most, 1) / 4);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, at) => at * step);
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not smaller. */
function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10) * power;
}

/**
 * Round numbers that hold `low` and `high` between the first and the last, seven at most: 0.3, 0.4, 0.5.
 * @param asked another step than a round one of tens
 */
export function ticksAround(low: number, high: number, asked?: number): number[] {
  const step = asked ?? roundStep(high > low ? high - low : Math.abs(high) || 1);
  const [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)];
  // A step of a tenth has no exact binary form: counted in steps, a tick is as close as can be.
  return Array.from({ length: Math.max(last, first + 1) - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

/** About a quarter of a span. */
function roundStep(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span / 4));
  return ([1, 2, 5, 10].find((times) => times * power >= span / 4) ?? 10) * power;
}
