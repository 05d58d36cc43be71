import { db } from "#app/core/platform/db.server.ts";
import { remember } from "#app/core/platform/remember.ts";

/** An outside part that may be off (product P19): what each process found, written at its start and every minute. */
export type ComponentView = {
  name: string;
  state: "on" | "preparing" | "off" | "limited";
  /** Facts for the sentence in the `home` catalogue; `fix` is a command an operator can copy. */
  detail: Record<string, string>;
};

/** A process that has not spoken for this long is gone, and so is what it found. */
const FRESH_MS = 3 * 60_000;

/** Every page asks, and processes speak once a minute: an answer this old is as good as a new one. */
const KEPT_MS = 2_000;

type Kept = { components: Promise<ComponentView[]>; until: number } | null;
const kept = () => remember<{ last: Kept }>("parts", () => ({ last: null }));

/** States of all parts, at most two seconds old; a part two nodes differ on is as good as the better one. */
export function listComponents(): Promise<ComponentView[]> {
  const memory = kept();
  if (memory.last && memory.last.until > Date.now()) return memory.last.components;
  const components = readComponents();
  memory.last = { components, until: Date.now() + KEPT_MS };
  components.catch(() => (memory.last = null));
  return components;
}

async function readComponents(): Promise<ComponentView[]> {
  const found = await db.partState.findMany({
    where: { seenAt: { gt: new Date(Date.now() - FRESH_MS) } },
    orderBy: [{ name: "asc" }, { seenAt: "desc" }],
    select: { name: true, state: true, detail: true },
  });
  const best = new Map<string, ComponentView>();
  for (const { name, state, detail } of found) {
    const view = { name, state: stateOf(state), detail: facts(detail) };
    const known = best.get(name);
    if (!known || RANK[view.state] < RANK[known.state]) best.set(name, view);
  }
  return [...best.values()];
}

/** Writes what this process found of a part. */
export async function saveComponentStatus(
  name: string,
  node: string,
  state: ComponentView["state"],
  detail: Record<string, string>,
): Promise<void> {
  const seenAt = new Date();
  await db.partState.upsert({
    where: { name_node: { name, node } },
    create: { name, node, state, detail, seenAt },
    update: { state, detail, seenAt },
    select: { name: true },
  });
  kept().last = null;
}

const RANK = { on: 0, limited: 1, preparing: 2, off: 3 } as const;
const stateOf = (state: string): ComponentView["state"] =>
  state === "on" || state === "preparing" || state === "limited" ? state : "off";

function facts(detail: unknown): Record<string, string> {
  if (typeof detail !== "object" || detail === null) return {};
  return Object.fromEntries(
    Object.entries(detail).flatMap(([key, value]) =>
      typeof value === "string"
        ? [[key, value]]
        : Array.isArray(value)
          ? [[key, value.join(", ")]]
          : [],
    ),
  );
}
