type Team = { id: string; parentId: string | null };

/** A team among the others of its workspace, as sets of ids; a set of a team holds all below it. */
export type TeamTree = {
  own: ReadonlySet<string>;
  /** Of each team above it. */
  above: ReadonlySet<string>[];
  /** Of each team below it, and of those that lie directly below. */
  below: ReadonlySet<string>[];
  children: ReadonlySet<string>[];
  /** From the topmost team down. */
  all: ReadonlySet<string>;
};

/** Where a team lies among the others. A circle, which no form makes, ends where it closes. */
export function treeOf(teams: readonly Team[], teamId: string): TeamTree {
  const parents = new Map(teams.map(({ id, parentId }) => [id, parentId]));
  const children = Map.groupBy(teams, ({ parentId }) => parentId);
  const from = (id: string): Set<string> => {
    const found = new Set([id]);
    for (const one of found) for (const { id: child } of children.get(one) ?? []) found.add(child);
    return found;
  };
  const above: string[] = [];
  for (
    let id = parents.get(teamId) ?? null;
    id !== null && id !== teamId && !above.includes(id);
    id = parents.get(id) ?? null
  )
    above.push(id);
  const own = from(teamId);
  const top = above.at(-1);
  return {
    own,
    above: above.map(from),
    below: [...own].filter((id) => id !== teamId).map(from),
    children: (children.get(teamId) ?? []).map(({ id }) => from(id)),
    all: top === undefined ? own : from(top),
  };
}
