import { expect } from "vitest";
import type { Try } from "./holes.ts";
import { DEEDS } from "./recorded.ts";
import { fill } from "./replay.ts";
import type { World } from "./world.ts";

const WHO = ["the team's manager", "an admin"];

/**
 * A form of each command of all other pages, and none at all, sent to each page by who may do everything they ask for.
 * A page knows a command by its intent, so each intent is asked once.
 * @param every 1: all, by each of them; 3: of three, one, by turns of the pages and of who asks
 */
export function astrayIn({ actors, grounds }: World, every: number): Try[] {
  const house = grounds["team"]?.house ?? expect.fail("no house");
  const pages = new Map(
    DEEDS.flatMap((asked) =>
      asked.intent === null ? [] : [[asked.recorded.route, asked] as const],
    ),
  );
  const forms = new Map<string, Record<string, string>>([["none", {}]]);
  for (const { recorded } of DEEDS)
    if (recorded.form) forms.set(recorded.form["intent"] ?? "", recorded.form);
  forms.set("", { intent: "" });
  return [...pages].flatMap(([route, { recorded }], page) => {
    const own = DEEDS.flatMap((asked) => (asked.recorded.route === route ? asked.intent : []));
    return [...forms.values()]
      .filter((form) => !own.includes(form["intent"] ?? ""))
      .flatMap((form, at) =>
        WHO.filter(
          (_who, turn) => (page + at) % every === 0 && (every === 1 || at % 2 === turn),
        ).map((who) => ({
          name: `${who}: ${recorded.path} ${JSON.stringify(form)}`,
          token: actors[who]?.token ?? null,
          recorded: fill({ ...recorded, form }, (kind) => house[kind]),
          wanted: ["422"],
        })),
      );
  });
}
