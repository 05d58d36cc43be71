/** Numbers that look like chance, and are the same each time for a seed. */
export function chance(seed: string) {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let n = 0; n < 3; n += 1) next(); // seeds that are alike begin alike
  return {
    next,
    between: (least: number, most: number): number => least + next() * (most - least),
    is: (share: number): boolean => next() < share,
    of: <T>(items: readonly T[]): T => {
      const found = items[Math.floor(next() * items.length)];
      if (found === undefined) throw new Error("nothing to choose from");
      return found;
    },
  };
}
export type Chance = ReturnType<typeof chance>;
