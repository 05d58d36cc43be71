import type { App } from "./app.ts";
import type { Recorded } from "./requests.ts";
import { fingerprint, clearAttempts, send } from "./replay.ts";

/** A request, and what the policy answers it. */
export type Try = {
  name: string;
  token: string | null;
  recorded: Recorded;
  /** Every answer that is a right one, such as `404 not_found`; a status alone takes any code. */
  wanted: readonly string[];
};

/** What requests are tried on: made once, and anew after a request came through. */
export type Kept<W> = { get: () => Promise<W>; spoil: () => void };
export function keep<W>(make: () => Promise<W>): Kept<W> {
  let made: Promise<W> | null = null;
  return { get: () => (made ??= make()), spoil: () => (made = null) };
}

type Place = { workspaceIds: readonly string[] };
/** Tables that looking at something may write to. */
export const OF_LOOKING: readonly string[] = [
  ...["audit_entry", "audit_head", "audit_seal", "call_view", "clip_view"],
  // To the owner of a private call, of an admin who opened it.
  ...["notification", "mail_outbox", "jobs"],
  // A CRM's fields as last read, kept for a quarter of an hour.
  "crm_schema",
];

/**
 * Asks, and says where the answer is another than the policy's, or a row of any table of the workspaces. State is
 * compared once for all; where it is another, each is asked again by itself in a place made anew.
 * @param but tables that may be others
 */
export async function findHoles<W extends Place>(
  app: App,
  place: Kept<W>,
  triesIn: (world: W) => Try[],
  but: readonly string[] = [],
): Promise<{ asked: number; holes: string[] }> {
  const world = await place.get();
  const tries = triesIn(world);
  const before = await stateOf(world, but);
  const holes: string[] = [];
  for (const one of tries) holes.push(...(await faultIn(app, one)));
  if ((await stateOf(world, but)) !== before) {
    place.spoil();
    holes.push(...(await findChanges(app, await place.get(), triesIn, but)));
    place.spoil();
  }
  return { asked: tries.length, holes };
}

async function findChanges<W extends Place>(
  app: App,
  world: W,
  triesIn: (world: W) => Try[],
  but: readonly string[],
): Promise<string[]> {
  const holes: string[] = [];
  let before = await stateOf(world, but);
  for (const one of triesIn(world)) {
    await faultIn(app, one);
    const after = await stateOf(world, but);
    if (after !== before) holes.push(`${one.name}: changed something`);
    before = after;
  }
  // What only all together do, or the clock: nobody is named, and it is a hole all the same.
  return holes.length > 0 ? holes : ["something changed, and by none of them alone"];
}

async function stateOf({ workspaceIds }: Place, but: readonly string[]): Promise<string> {
  const all = await Promise.all(workspaceIds.map(fingerprint));
  return JSON.stringify(
    all.map((tables) => Object.entries(tables).filter(([name]) => !but.includes(name))),
  );
}

async function faultIn(app: App, { name, token, recorded, wanted }: Try): Promise<string[]> {
  let answer = await send(app, token, recorded);
  if (answer.status === 429) {
    await clearAttempts();
    answer = await send(app, token, recorded);
  }
  const { status, text } = answer;
  const said = `${status} ${codeIn(text)}`;
  if (wanted.includes(said) || wanted.includes(String(status))) return [];
  return [`${name}: ${said} instead of ${wanted.join(" or ")}`];
}

function codeIn(text: string): string {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === "object" && said !== null && "code" in said ? String(said.code) : "-";
  } catch {
    return "-";
  }
}
