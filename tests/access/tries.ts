import type { App } from "./app.ts";
import type { Asked } from "./requests.ts";
import type { Try } from "./holes.ts";
import { fill, SLOT } from "./replay.ts";
import { STATUS, type Verdict, verdictOf } from "./verdict.ts";
import type { World } from "./world.ts";

/** Each of the deeds, tried by everybody who may not do it, on every house. */
export const refusalsIn = (world: World, deeds: readonly Asked[]): Try[] =>
  triesIn(world, deeds, (verdict, isElsewhere, asked) => {
    if (verdict !== "may") return answerOf(verdict);
    // Somebody of elsewhere with the role for it: there they may, and not with what is named here.
    return isElsewhere && namesIds(asked) ? ["404 not_found", "422"] : [];
  });

/** Each address, looked at by everybody who is signed in: those who may see it, too. */
export const looksIn = (world: World, reads: readonly Asked[]): Try[] =>
  triesIn(world, reads, (verdict, isElsewhere, asked) => {
    if (verdict === "unauthenticated") return [];
    if (verdict !== "may") return answerOf(verdict);
    return isElsewhere && new RegExp(SLOT).test(asked.recorded.path)
      ? ["404 not_found"]
      : [asked.leadsOn === true ? "302" : String(asked.answers ?? 200)];
  });

const namesIds = ({ recorded }: Asked): boolean => new RegExp(SLOT).test(JSON.stringify(recorded));
/** What a form refuses says where; everything else says what it is. */
const answerOf = (verdict: Exclude<Verdict, "may">): string[] =>
  verdict === "validation_failed" ? ["422"] : [`${STATUS[verdict]} ${verdict}`];

type Wanted = (verdict: Verdict, isElsewhere: boolean, asked: Asked) => string[];
const triesIn = ({ actors, grounds }: World, list: readonly Asked[], wantedOf: Wanted): Try[] =>
  list.flatMap((asked) =>
    Object.entries(grounds).flatMap(([where, ground], at) =>
      Object.entries(actors).flatMap(([who, actor]) => {
        const isElsewhere = actor !== null && actor.workspaceId !== ground.owner.workspaceId;
        const verdict = verdictOf(asked, actor, ground);
        // Every other house would be the same question once more.
        const isAlike = isElsewhere || !isOfCall(asked) || BEFORE_ROWS.includes(verdict);
        const wanted = at > 0 && isAlike ? [] : wantedOf(verdict, isElsewhere, asked);
        if (wanted.length === 0) return [];
        return {
          name: `${who}: ${asked.name} (${where})`,
          token: actor?.token ?? null,
          recorded: fill(asked.recorded, (kind) => ground.house[kind]),
          wanted,
        };
      }),
    ),
  );

/** Said before any row is looked at. */
const BEFORE_ROWS: readonly Verdict[] = ["unauthenticated", "view_only"];
const OF_CALLS = /\{(?:call|clip|live|recording|participant|guest|file|original)/;
const isOfCall = ({ recorded }: Asked): boolean => OF_CALLS.test(JSON.stringify(recorded));

/**
 * Where an entrance says it needs less, or more, than what is written down for it.
 * @returns in words
 */
export function misdeclared({ routes }: App, list: readonly Declared[]): string[] {
  return list.flatMap(({ name, intent, recorded, right, declares = right }) => {
    const { method = "GET" } = recorded;
    const route = routes.find(({ id }) => id === recorded.route);
    const entrance = method === "GET" ? route?.loader : route?.action;
    // A form with files, which a page takes beside its commands.
    if (intent === null && entrance?.commands) return [];
    const said =
      intent === null ? forMethod(entrance?.needs, method) : entrance?.commands?.[intent]?.needs;
    return said === declares ? [] : `${name}: declares ${String(said)} and needs ${declares}`;
  });
}

type Declared = Pick<Asked, "name" | "intent" | "recorded"> & { right: string; declares?: string };

const forMethod = (needs: unknown, method: string): unknown =>
  typeof needs === "object" && needs !== null
    ? Object.entries(needs).find(([name]) => name === method)?.[1]
    : needs;

/** Commands, and actions of members without commands, that nothing asks for. */
export const untried = ({ routes }: App, deeds: readonly Declared[]): string[] =>
  routes.flatMap(({ id, action }) => {
    if (!action?.commands && action?.audience !== "member") return [];
    const known = deeds.filter(({ recorded }) => recorded.route === id);
    if (!action.commands) return known.length > 0 ? [] : id;
    return Object.keys(action.commands).flatMap((intent) =>
      known.some((asked) => asked.intent === intent) ? [] : `${id} ${intent}`,
    );
  });
