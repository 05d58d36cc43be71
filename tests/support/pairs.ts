/** Rounds of samples: beside another suite a median wanders by 5 % now and then, so it does not six times. */
const ROUNDS = 6;

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

/**
 * Whether two things take equally long: the median of the differences within pairs, each pair in the other order than
 * the one before, so that a machine that grows slower meanwhile is in neither. A difference that an attacker could use
 * shows in every round.
 * @param sample takes the number of the pair
 * @returns the smallest difference of a round, in ms and as a part of what the first takes
 */
export async function compareTimes(
  pairs: number,
  sample: (which: "first" | "second", at: number) => Promise<void>,
): Promise<{ ms: number; part: number }> {
  let least = { ms: Number.POSITIVE_INFINITY, part: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS && least.part > 0.05; round += 1) {
    const times = { first: [] as number[], second: [] as number[] };
    for (let at = 0; at < pairs; at += 1) {
      const order = at % 2 === 0 ? (["first", "second"] as const) : (["second", "first"] as const);
      for (const which of order) {
        const start = performance.now();
        await sample(which, round * pairs + at);
        times[which].push(performance.now() - start);
      }
    }
    const ms = Math.abs(median(times.first.map((first, at) => first - (times.second[at] ?? 0))));
    if (ms < least.ms) least = { ms, part: ms / median(times.first) };
  }
  return least;
}
