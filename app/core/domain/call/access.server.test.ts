import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { callAccess, can } from "../access/access.ts";
import { findMemberActor } from "../account/member-actor.server.ts";
import { LIMITS } from "../limits.ts";
import { giveAccess, listAccess, takeBackAccess } from "./access.server.ts";
import { grantCall, revokeGrantsOf } from "./grant.server.ts";

type Who = "owner" | "mate" | "manager" | "admin" | "other" | "far";
let workspace: Workspace;
let team: { id: string };
let people: Record<Who, SignedIn>;

beforeEach(async () => {
  workspace = await aWorkspace();
  const parent = await aTeam(workspace);
  team = await aTeam(workspace, { parentId: parent.id, name: "Freight" });
  const away = await aTeam(workspace);
  people = {
    owner: await aMember(workspace, { teams: [team], name: "Owner" }),
    mate: await aMember(workspace, { teams: [team], name: "Mate" }),
    manager: await aMember(workspace, { role: "manager", teams: [parent], name: "Manager" }),
    admin: await aMember(workspace, { role: "admin", name: "Admin" }),
    other: await aMember(workspace, { teams: [away], name: "Other" }),
    far: await aMember(workspace, { role: "manager", teams: [away], name: "Far" }),
  };
});

const waysOf = async (actor: SignedIn, callId: string) =>
  Object.fromEntries(
    (await listAccess(actor, callId)).people.map(({ name, ways }) => [name, ways]),
  );
const events = async () =>
  (
    await db.auditEntry.findMany({
      where: { workspaceId: workspace.id, event: { startsWith: "call.access" } },
      orderBy: { id: "asc" },
    })
  ).map(({ event, log, actor, before, after }) => ({ event, log, actor, before, after }));

test("everybody who sees a call is listed with each reason, the owner first", async () => {
  const { owner, other, mate } = people;
  const call = await aCall(owner, { visibility: "team" });
  await giveAccess(owner, call.id, { memberId: other.memberId, level: "view" });
  await giveAccess(owner, call.id, { memberId: mate.memberId, level: "edit" });
  await aParticipant(call, { side: "R", memberId: mate.memberId });
  expect(await waysOf(owner, call.id)).toEqual({
    Owner: ["team", "owner"],
    Admin: ["admin"],
    Manager: ["scope"],
    Mate: ["team", "tookPart", "grant"],
    Other: ["grant"],
  });
  const list = await listAccess(owner, call.id);
  expect(list.people[0]?.name).toBe("Owner");
  expect(list).toMatchObject({ visibility: "team", team: "Freight", everyone: null });
  expect(list.people.find(({ name }) => name === "Other")?.grants).toMatchObject([
    { level: "view", source: "direct", by: "Owner", team: null },
  ]);
  expect(list.candidates.map(({ name }) => name)).toEqual(["Admin", "Far", "Manager"]);
});

test("a grant to a team is one of each of its people; the workspace is told in one line", async () => {
  const { owner, far, admin } = people;
  const call = await aCall(owner, { visibility: "workspace" });
  await db.callGrant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.id, teamId: far.teamIds[0] ?? "" },
      ...{ level: "view", source: "library", sourceId: newId(), createdBy: admin.memberId },
    },
  });
  const list = await listAccess(owner, call.id);
  expect(list.everyone).toBe(6);
  expect(list.people.map(({ name, ways }) => [name, ways])).toEqual([
    ["Owner", ["team", "owner"]],
    ["Admin", ["admin"]],
    ["Far", ["grant"]],
    ["Manager", ["scope"]],
    ["Mate", ["team"]],
    ["Other", ["grant"]],
  ]);
});

test.each(["private", "team", "workspace"] as const)(
  "who is listed of a %s call is who may read it, by their own sign-in",
  async (visibility) => {
    const { owner, other, far } = people;
    const call = await aCall(owner, { visibility });
    await giveAccess(owner, call.id, { memberId: other.memberId, level: "view" });
    await aParticipant(call, { side: "R", memberId: far.memberId });
    const row = await db.call.findFirstOrThrow({ where: { id: call.id }, select: callAccess });
    const list = await listAccess(owner, call.id);
    const listed = new Set(list.people.map(({ id }) => id));
    for (const { memberId, name } of Object.values(people)) {
      const actor = await findMemberActor(workspace.id, memberId);
      const sees = actor !== null && can(actor, "call.read", row);
      expect([name, listed.has(memberId) || list.everyone !== null]).toEqual([name, sees]);
    }
  },
);

test("access is given by owner, manager in scope and admin, and each giving is an entry", async () => {
  const { owner, mate, manager, admin, other, far } = people;
  for (const actor of [owner, manager, admin]) {
    const call = await aCall(owner);
    await giveAccess(actor, call.id, { memberId: other.memberId, level: "view" });
  }
  expect(await events()).toEqual(
    [owner, manager, admin].map((actor) => ({
      event: "call.access_given",
      log: "user",
      actor: actor.memberId,
      before: null,
      after: JSON.stringify({ member: other.memberId, level: "view" }),
    })),
  );
  const call = await aCall(owner);
  const to = { memberId: other.memberId, level: "view" } as const;
  const refused = (actor: SignedIn, callId: string, code: string) =>
    expect(giveAccess(actor, callId, to)).rejects.toMatchObject({ code });
  await refused(mate, call.id, "forbidden");
  for (const actor of [far, await aMember(await aWorkspace(), { role: "admin" })])
    await refused(actor, call.id, "not_found");
  // Somebody with an edit grant changes the call, not who sees it.
  await giveAccess(owner, call.id, { memberId: mate.memberId, level: "edit" });
  await refused(mate, call.id, "forbidden");
  const hidden = await aCall(owner, { visibility: "private" });
  for (const actor of [manager, admin, mate]) await refused(actor, hidden.id, "not_found");
  await giveAccess(owner, hidden.id, to);
});

test("who is given access is told of it, and of another level, and not twice of the same", async () => {
  const { owner, other } = people;
  const call = await aCall(owner);
  for (const level of ["view", "view", "edit"] as const)
    await giveAccess(owner, call.id, { memberId: other.memberId, level });
  const told = await db.notification.findMany({
    where: { targetId: call.id },
    orderBy: { createdAt: "asc" },
  });
  expect(told).toMatchObject([
    { kind: "access_given", memberId: other.memberId, values: { level: "view" } },
    { kind: "access_given", memberId: other.memberId, values: { level: "edit" } },
  ]);
});

test("given again it is the same grant: no second row, and an entry only where the level is another", async () => {
  const { owner, other } = people;
  const call = await aCall(owner);
  const give = (level: "view" | "edit") =>
    giveAccess(owner, call.id, { memberId: other.memberId, level });
  const first = await give("view");
  expect([await give("view"), await give("edit")]).toEqual([first, first]);
  expect(await db.callGrant.findMany({ where: { callId: call.id } })).toMatchObject([
    { level: "edit", version: 2 },
  ]);
  expect(await events()).toHaveLength(2);
  const same = await aCall(owner);
  const at = { memberId: other.memberId, level: "view" } as const;
  await Promise.all([1, 2, 3, 4].map(() => giveAccess(owner, same.id, at)));
  expect(await db.callGrant.count({ where: { callId: same.id } })).toBe(1);
});

test("what was given is taken back, said once more when it is gone, and comes again by undo", async () => {
  const { owner, other } = people;
  const call = await aCall(owner, { visibility: "private" });
  const given = { memberId: other.memberId, level: "edit" } as const;
  const { grantId } = await giveAccess(owner, call.id, given);
  await takeBackAccess(owner, call.id, grantId);
  expect(await waysOf(owner, call.id)).toEqual({ Owner: ["owner"] });
  expect((await events()).at(-1)).toMatchObject({
    event: "call.access_taken_back",
    before: JSON.stringify({ member: other.memberId, level: "edit" }),
  });
  const gone = { code: "validation_failed", fields: { grantId: ["already_taken_back"] } };
  await expect(takeBackAccess(owner, call.id, grantId)).rejects.toMatchObject(gone);
  await expect(takeBackAccess(owner, call.id, randomUUID())).rejects.toMatchObject(gone);
  await giveAccess(owner, call.id, given);
  expect(await waysOf(owner, call.id)).toEqual({ Owner: ["owner"], Other: ["grant"] });
});

test("a grant of another call, and one of another source, is not taken back here", async () => {
  const { owner, other } = people;
  const [one, two] = [await aCall(owner), await aCall(owner)];
  const { grantId } = await giveAccess(owner, one.id, {
    ...{ memberId: other.memberId, level: "view" },
  });
  await expect(takeBackAccess(owner, two.id, grantId)).rejects.toMatchObject({
    code: "validation_failed",
  });
  await db.callGrant.updateMany({
    where: { id: grantId },
    data: { source: "mention", sourceId: newId() },
  });
  await expect(takeBackAccess(owner, one.id, grantId)).rejects.toMatchObject({
    code: "validation_failed",
  });
  expect(await db.callGrant.count({ where: { id: grantId } })).toBe(1);
});

test("nobody is given access who left, never joined, owns the call or is of another workspace", async () => {
  const { owner } = people;
  const call = await aCall(owner);
  const gone = await aMember(workspace);
  const scrubbed = await aMember(workspace);
  const invited = await aMember(workspace);
  const change = (
    { memberId: id }: SignedIn,
    data: Parameters<typeof db.member.updateMany>[0]["data"],
  ) => db.member.updateMany({ where: { id }, data });
  await change(gone, { state: "deactivated" });
  await change(scrubbed, { scrubbedAt: new Date() });
  await change(invited, { state: "invited" });
  const stranger = await aMember(await aWorkspace());
  const cases: [string, string][] = [
    [gone.memberId, "person_left"],
    [scrubbed.memberId, "person_left"],
    [invited.memberId, "person_not_joined"],
    [owner.memberId, "owns_call"],
    [stranger.memberId, "invalid_choice"],
    [randomUUID(), "invalid_choice"],
  ];
  for (const [memberId, code] of cases)
    await expect(giveAccess(owner, call.id, { memberId, level: "view" })).rejects.toMatchObject({
      code: "validation_failed",
      fields: { memberId: [code] },
    });
  expect(await db.callGrant.count({ where: { callId: call.id } })).toBe(0);
});

test("a call has a limit of grants, said with the number", async () => {
  const { owner, other } = people;
  const call = await aCall(owner);
  const { memberId } = people.mate;
  await db.callGrant.createMany({
    data: Array.from({ length: LIMITS.grantsInCall }, () => ({
      ...{ id: newId(), workspaceId: workspace.id, callId: call.id, memberId },
      ...{ level: "view" as const, source: "mention" as const, sourceId: newId() },
    })),
  });
  await expect(
    giveAccess(owner, call.id, { memberId: other.memberId, level: "view" }),
  ).rejects.toMatchObject({
    code: "limit_reached",
    fields: { memberId: ["limit_reached?n=200&max=200"] },
  });
});

test("what a source gave ends with it, and what others gave stays", async () => {
  const { owner, other, far } = people;
  const call = await aCall(owner, { visibility: "private" });
  const ref = { workspaceId: workspace.id, callId: call.id };
  const mention = { source: "mention", sourceId: newId() } as const;
  const by = owner.memberId;
  await giveAccess(owner, call.id, { memberId: other.memberId, level: "view" });
  await db.$transaction(async (tx) => {
    for (const { memberId } of [other, far])
      await grantCall(tx, ref, memberId, { ...mention, level: "view", by });
    await grantCall(tx, ref, far.memberId, { ...mention, sourceId: newId(), level: "view", by });
  });
  expect(await db.$transaction((tx) => revokeGrantsOf(tx, workspace.id, mention))).toBe(2);
  expect(await waysOf(owner, call.id)).toEqual({
    Owner: ["owner"],
    Far: ["grant"],
    Other: ["grant"],
  });
  expect(await db.$transaction((tx) => revokeGrantsOf(tx, workspace.id, mention))).toBe(0);
});

test("the list is for whoever may change it", async () => {
  const { owner, mate, manager, admin, far } = people;
  const call = await aCall(owner);
  for (const actor of [owner, manager, admin]) await listAccess(actor, call.id);
  await expect(listAccess(mate, call.id)).rejects.toMatchObject({ code: "forbidden" });
  await expect(listAccess(far, call.id)).rejects.toMatchObject({ code: "not_found" });
});
