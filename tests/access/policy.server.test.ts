import { beforeAll, expect, test } from "vitest";
import {
  can,
  callAccess,
  demand,
  mayDo,
  mayEver,
  visible,
  visibleSql,
} from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  CALL_POLICY,
  type CallPermission,
  WORKSPACE_POLICY,
} from "#app/core/domain/access/policy/policy.ts";
import type { Owned } from "#app/core/domain/access/policy/rule.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aParticipant, aTeam, aWorkspace } from "#tests/support/factories.ts";

const isCallPermission = (name: string): name is CallPermission => name in CALL_POLICY;
const PERMISSIONS = Object.keys(CALL_POLICY).filter(isCallPermission);
const VISIBILITIES = ["private", "team", "workspace"] as const;

const actors: Record<string, Member> = {};
let calls: (Owned & { id: string })[] = [];

/** Visibility × team × owner × grants × who took part, in two workspaces. */
beforeAll(async () => {
  for (const name of ["ours", "theirs"]) await seed(name);
  calls = await db.call.findMany({ select: { ...callAccess, id: true }, orderBy: { id: "asc" } });
}, 120_000);

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
    if (seen) people[`admin as the ${who}`] = { ...seen, viewer: { memberId, name: viewing } };
  }
  if (people["admin"])
    people["admin with a reason"] = {
      ...people["admin"],
      privateUntil: new Date(Date.now() + 3_600_000).toISOString(),
    };
  for (const [who, actor] of Object.entries(people)) actors[`${who} (${name})`] = actor;
  const [rep, manager, lone] = ["rep", "manager", "rep of none"].map(
    (who) => people[who] ?? expect.fail(who),
  );
  if (!rep || !manager || !lone) return;
  const grants = [
    [],
    ...(["view", "edit"] as const).flatMap((level) => [
      ...Object.values(people).map(({ memberId }) => [{ memberId, teamId: null, level }]),
      ...[one, two, inside].map(({ id }) => [{ memberId: null, teamId: id, level }]),
    ]),
    [
      { memberId: lone.memberId, teamId: null, level: "view" as const },
      { memberId: null, teamId: two.id, level: "edit" as const },
    ],
  ];
  for (const visibility of VISIBILITIES) {
    for (const team of [null, one, two, inside])
      for (const owner of [rep, manager, lone]) {
        const call = await aCall(owner, { visibility, teamId: team?.id ?? null });
        if (team === inside) await aParticipant(call, { name: "A guest" });
      }
    for (const list of grants) {
      const call = await aCall(lone, { visibility, teamId: null });
      for (const grant of list)
        await db.callGrant.create({
          data: {
            id: newId(),
            workspaceId: workspace.id,
            callId: call.id,
            source: "direct",
            ...grant,
          },
        });
    }
    for (const { memberId } of Object.values(people))
      await aParticipant(await aCall(lone, { visibility, teamId: null }), { memberId, side: "R" });
  }
}

/** product §3.2 and §3.3 again, in other words: for one row, by hand. */
function isAllowed(actor: Member, permission: CallPermission, row: Owned): boolean {
  if (row.workspaceId !== actor.workspaceId) return false;
  const isHidden = row.visibility === "private";
  if (isHidden && actor.viewer !== null) return false;
  const isOwner = row.ownerId === actor.memberId;
  const tookPart = row.participants.map(({ memberId }) => memberId).includes(actor.memberId);
  const levels = row.callGrants
    .filter(
      ({ memberId, teamId }) => memberId === actor.memberId || actor.teamIds.includes(teamId ?? ""),
    )
    .map(({ level }) => level);
  const isInTeam = !isHidden && actor.teamIds.includes(row.teamId ?? "");
  const isInScope =
    actor.role === "manager" && !isHidden && actor.scopeTeamIds.includes(row.teamId ?? "");
  const isPrivileged = actor.role === "admin" && actor.privateUntil !== null;
  const watches =
    isOwner ||
    tookPart ||
    levels.length > 0 ||
    row.visibility === "workspace" ||
    isInTeam ||
    isInScope ||
    (actor.role === "admin" && !isHidden);
  const sees = watches || isPrivileged;
  const asAdmin = actor.role === "admin" && sees;
  switch (permission) {
    case "call.read":
    case "media.play":
    case "transcript.read":
    case "transcript.export":
    case "summary.read":
      return sees;
    case "live.read": // private calls run for their people alone
      return watches;
    case "views.read":
      return isOwner || (actor.role === "rep" && tookPart);
    case "call.update":
      return asAdmin || isInScope || isOwner || (actor.role !== "admin" && levels.includes("edit"));
    case "transcript.update":
      return asAdmin || isInScope || isOwner || levels.includes("edit") || tookPart;
    case "call.delete":
    case "call.transfer":
    case "recording.read":
    case "recording.retry":
    case "media.original":
      return asAdmin || isInScope || isOwner;
    case "live.host":
    case "guest.admit":
      return isOwner;
    case "live.join":
      return isOwner || tookPart || levels.includes("edit");
    case "live.listen": // a scope decides, admins' too
      return actor.role !== "rep" && !isHidden && actor.scopeTeamIds.includes(row.teamId ?? "");
  }
}

const idsOf = (found: readonly { id: string }[]): string[] => found.map(({ id }) => id).sort();

test("the rows are what they should be", () => {
  expect(calls.length).toBeGreaterThan(200);
  expect(Object.keys(actors)).toHaveLength(22);
  for (const actor of Object.values(actors)) {
    const seen = calls.filter((row) => can(actor, "call.read", row));
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.length).toBeLessThanOrEqual(calls.length / 2);
  }
});

test.each(PERMISSIONS)(
  "%s: row, filter and SQL say the same, and what the product says",
  async (permission) => {
    for (const [who, actor] of Object.entries(actors)) {
      const one = idsOf(calls.filter((row) => can(actor, permission, row)));
      const many = idsOf(
        await db.call.findMany({ where: visible(actor, permission), select: { id: true } }),
      );
      const sql = idsOf(
        await rows<{ id: string }>(
          Prisma.sql`SELECT c.id FROM call c WHERE ${visibleSql(actor, permission)}`,
        ),
      );
      const wanted = idsOf(calls.filter((row) => isAllowed(actor, permission, row)));
      expect(many, `${who}: many`).toEqual(one);
      expect(sql, `${who}: sql`).toEqual(one);
      expect(one, `${who}: one`).toEqual(wanted);
    }
  },
);

test("a role that no row ever gives a right to is known without a row", () => {
  const roles = new Set<string>();
  for (const actor of Object.values(actors))
    for (const permission of PERMISSIONS) {
      const isFound = calls.some((row) => can(actor, permission, row));
      if (isFound) expect([permission, mayEver(actor, permission)]).toEqual([permission, true]);
      if (!mayEver(actor, permission)) roles.add(`${permission} of a ${actor.role}`);
    }
  expect([...roles]).toEqual(["live.listen of a rep"]);
});

test("no right on a call reaches further than seeing it", () => {
  for (const actor of Object.values(actors))
    for (const permission of PERMISSIONS)
      for (const row of calls)
        if (can(actor, permission, row)) expect(can(actor, "call.read", row)).toBe(true);
});

test("a filter can be narrowed but not widened by what it is joined with", async () => {
  const [actor] = Object.values(actors);
  if (!actor) return expect.fail("no actor");
  const foreign = calls.find(({ workspaceId }) => workspaceId !== actor.workspaceId);
  const found = await db.call.findMany({
    where: { id: foreign?.id ?? "", AND: visible(actor, "call.read") },
    select: { id: true },
  });
  expect(found).toEqual([]);
});

test("rights of the workspace are the role's alone", () => {
  for (const [permission, roles] of Object.entries(WORKSPACE_POLICY))
    for (const actor of Object.values(actors)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the table itself
      const name = permission as keyof typeof WORKSPACE_POLICY;
      expect(mayDo(actor, name)).toBe(roles[actor.role]);
      expect(mayEver(actor, name)).toBe(roles[actor.role]);
      if (roles[actor.role]) expect(() => demand(actor, name)).not.toThrow();
      else expect(() => demand(actor, name)).toThrow("forbidden");
    }
});
