import { beforeAll, describe, expect, test } from "vitest";
import { can, demand, mayEver, visible } from "#app/core/domain/access/access.ts";
import type { Member, Role } from "#app/core/domain/access/actor.ts";
import {
  NOUNS,
  POLICY,
  WORKSPACE_POLICY,
  type WorkspacePermission,
} from "#app/core/domain/access/policy/policy.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { RULES } from "./full-house.ts";
import { loadCalls } from "./nouns/call.ts";
import { ROLES } from "./recorded.ts";
import type { Roles } from "./requests.ts";

const ASKED = Object.entries(RULES).flatMap(([noun, { ask }]) =>
  Object.entries(ask).map(([permission, askOf]) => ({ noun, permission, askOf })),
);

const actors: Record<string, Member> = {};

/** Every kind of member, in two workspaces. */
beforeAll(async () => {
  for (const name of ["ours", "theirs"]) await seed(name);
});

async function seed(name: string): Promise<void> {
  const workspace = await aWorkspace();
  const [one, two] = [await aTeam(workspace), await aTeam(workspace)];
  const inside = await aTeam(workspace, { parentId: one.id });
  const people: Record<string, Member> = {
    admin: await aMember(workspace, { role: "admin" }),
    "admin of a team": await aMember(workspace, { role: "admin", teams: [one] }),
    manager: await aMember(workspace, { role: "manager", teams: [one] }),
    "manager of a list": await aMember(workspace, {
      role: "manager",
      teams: [one],
      scopeTeams: [two],
    }),
    "manager of all": await aMember(workspace, { role: "manager", scope: "workspace" }),
    rep: await aMember(workspace, { teams: [one] }),
    "rep of two teams": await aMember(workspace, { teams: [two, inside] }),
    "rep of none": await aMember(workspace),
  };
  for (const who of ["rep", "rep of none"]) {
    const [seen, { memberId = "", name: viewing = "" } = {}] = [people[who], people["admin"]];
    if (seen)
      people[`admin as the ${who}`] = { ...seen, impersonator: { memberId, name: viewing } };
  }
  if (people["admin"])
    people["admin with a reason"] = {
      ...people["admin"],
      privateUntil: new Date(Date.now() + 3_600_000).toISOString(),
    };
  for (const [who, actor] of Object.entries(people)) actors[`${who} (${name})`] = actor;
  for (const { seed: seedRows } of Object.values(RULES))
    await seedRows({ workspace, teams: { one, two, inside }, people });
}

test("the rows are what they should be", async () => {
  expect(Object.keys(actors)).toHaveLength(22);
  expect(await RULES["call"]?.count()).toBeGreaterThan(200);
  expect(await RULES["member"]?.count()).toBeGreaterThan(50);
  expect(await RULES["log"]?.count()).toBeGreaterThan(50);
  for (const [noun, { ask, count }] of Object.entries(RULES))
    for (const [who, actor] of Object.entries(actors)) {
      const seen = await Promise.all(Object.values(ask).map((askOf) => askOf(actor)));
      const most = Math.max(...seen.map(({ wanted }) => wanted.length));
      expect(most, `${noun}: ${who}`).toBeGreaterThan(0);
      expect(most, `${noun}: ${who}`).toBeLessThanOrEqual((await count()) / 2);
    }
});

test("every noun of the policy has rows and words of its own", () => {
  expect(Object.keys(RULES).toSorted()).toEqual(Object.keys(NOUNS).toSorted());
});

test("every permission is one noun's or the workspace's", () => {
  const names = [
    ...ASKED.map(({ permission }) => permission),
    ...Object.keys(WORKSPACE_POLICY),
  ].toSorted();
  expect(names).toEqual(Object.keys(POLICY).toSorted());
});

describe.each(ASKED)("$permission", ({ permission, askOf }) => {
  test("row, filter and SQL say the same, and what the product says", async () => {
    for (const [who, actor] of Object.entries(actors)) {
      const { one, many, sql, wanted } = await askOf(actor);
      expect(one, `${who}: one`).toEqual(wanted);
      expect(many ?? wanted, `${who}: many`).toEqual(wanted);
      expect(sql ?? wanted, `${who}: sql`).toEqual(wanted);
    }
  });

  test("a role that no row ever gives this right to is known without a row", async () => {
    const having = new Set<Role>();
    for (const actor of Object.values(actors))
      if ((await askOf(actor)).wanted.length > 0) having.add(actor.role);
    for (const actor of Object.values(actors))
      expect([actor.role, ever(actor, permission)]).toEqual([actor.role, having.has(actor.role)]);
  });
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the policy itself
const ever = (actor: Member, name: string) => mayEver(actor, name as keyof typeof POLICY);

test("no right on a call reaches further than seeing it, or than having seen it in the trash", async () => {
  const calls = await loadCalls();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the policy itself
  const permissions = Object.keys(NOUNS.call) as (keyof typeof NOUNS.call)[];
  for (const actor of Object.values(actors))
    for (const permission of permissions)
      for (const row of calls)
        if (can(actor, permission, row)) {
          const state = row.state === "trashed" ? "available" : row.state;
          expect(can(actor, "call.read", { ...row, state })).toBe(true);
        }
});

test("a filter can be narrowed but not widened by what it is joined with", async () => {
  const [actor] = Object.values(actors);
  if (!actor) return expect.fail("no actor");
  const foreign = (await loadCalls()).find(({ workspaceId }) => workspaceId !== actor.workspaceId);
  if (!foreign) return expect.fail("no call of others");
  const found = await db.call.findMany({
    where: { id: foreign.id, OR: [{ id: foreign.id }], AND: visible(actor, "call.read") },
    select: { id: true },
  });
  expect(found).toEqual([]);
});

const HAVE: Record<Roles, readonly Role[]> = {
  admins: ["admin"],
  leaders: ["manager", "admin"],
  /** Those who lead people: an admin who should coach gets a manager's scope. */
  managers: ["manager"],
};

test("rights of the workspace are the role's alone", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the table itself
  for (const permission of Object.keys(WORKSPACE_POLICY) as WorkspacePermission[])
    for (const actor of Object.values(actors)) {
      const roles = ROLES[permission];
      const isAllowed = roles === undefined || HAVE[roles].includes(actor.role);
      expect([permission, can(actor, permission)]).toEqual([permission, isAllowed]);
      expect(mayEver(actor, permission)).toBe(isAllowed);
      if (isAllowed) expect(() => demand(actor, permission)).not.toThrow();
      else expect(() => demand(actor, permission)).toThrow("forbidden");
    }
});
