/** One of a list, by what a visitor is shown of it. */
export type Listed = {
  itemId: string;
  title: string;
  why: string;
  /** Of a clip: what was saved last, or what was agreed to. */
  clipRevision: number | null;
};

/** What "Update link" would do, by titles in the order of the list. */
export type ListDifference = {
  added: string[];
  removed: string[];
  moved: string[];
  /** Its clip was changed since. */
  changed: string[];
  /** Its title, or why it is good, was. `before`: the title it has in the link. */
  renamed: { title: string; before: string }[];
};

/** How a frozen list differs from what its library holds now. */
export function differenceOf(frozen: readonly Listed[], now: readonly Listed[]): ListDifference {
  const before = new Map(frozen.map((item, at) => [item.itemId, { ...item, at }]));
  const still = new Set(now.map(({ itemId }) => itemId));
  const kept = now.flatMap((item) => {
    const was = before.get(item.itemId);
    return was ? [{ item, was }] : [];
  });
  const inOrder = longestRise(kept.map(({ was }) => was.at));
  return {
    added: now.filter(({ itemId }) => !before.has(itemId)).map(({ title }) => title),
    removed: frozen.filter(({ itemId }) => !still.has(itemId)).map(({ title }) => title),
    moved: kept.filter((_, at) => !inOrder.has(at)).map(({ item }) => item.title),
    changed: kept
      .filter(({ item, was }) => item.clipRevision !== was.clipRevision)
      .map(({ item }) => item.title),
    renamed: kept
      .filter(({ item, was }) => item.title !== was.title || item.why !== was.why)
      .map(({ item, was }) => ({ title: item.title, before: was.title })),
  };
}

/** @returns whether updating would change nothing */
export const isSame = (difference: ListDifference): boolean =>
  Object.values(difference).every((titles) => titles.length === 0);

/** The most of a sequence that rises: what is left out of it has moved. @returns its indexes */
function longestRise(numbers: readonly number[]): Set<number> {
  const length: number[] = [];
  const from: number[] = [];
  for (const [at, number] of numbers.entries()) {
    [length[at], from[at]] = [1, -1];
    for (let earlier = 0; earlier < at; earlier += 1)
      if ((numbers[earlier] ?? 0) < number && (length[earlier] ?? 0) + 1 > (length[at] ?? 0))
        [length[at], from[at]] = [(length[earlier] ?? 0) + 1, earlier];
  }
  let at = length.indexOf(Math.max(0, ...length));
  const rise = new Set<number>();
  for (; at >= 0; at = from[at] ?? -1) rise.add(at);
  return rise;
}
