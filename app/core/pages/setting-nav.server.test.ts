import { expect, test } from "vitest";
import type { Role } from "#app/core/domain/access/actor.ts";
import { aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { listSettingGroups } from "./setting-nav.ts";

const OF_ALL = {
  you: ["profile"],
  words: ["dictionary", "labels"],
  logs: ["userLog"],
};

test.each<[Role, Record<string, string[]>]>([
  ["rep", { ...OF_ALL, workspace: ["sharing", "deals"], summaries: ["templates"] }],
  [
    "manager",
    {
      ...OF_ALL,
      ...{ workspace: ["sharing", "deals"], summaries: ["templates"], people: ["member"] },
    },
  ],
  [
    "admin",
    {
      ...OF_ALL,
      workspace: ["general", "sharing", "deals", "metrics"],
      summaries: ["engines", "templates"],
      people: ["member", "teams", "links", "import"],
      connections: ["integrations"],
      logs: ["userLog", "systemLog"],
    },
  ],
])(
  "of the settings %s gets the pages that the role may open, in their groups",
  async (role, pages) => {
    const workspace = await aWorkspace();
    const actor = await aMember(workspace, { role, teams: [await aTeam(workspace)] });
    const groups = listSettingGroups(actor);
    expect(
      Object.fromEntries(
        groups.map(({ name, pages: shown }) => [name, shown.map((one) => one.name)]),
      ),
    ).toEqual(pages);
  },
);
