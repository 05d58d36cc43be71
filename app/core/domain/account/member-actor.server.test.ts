import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { findMemberActor } from "./member-actor.server.ts";
import { listMemberActors } from "./member-actors.server.ts";
import { findMember } from "./session.server.ts";

const asFound = ({ workspaceId, memberId }: SignedIn) => findMemberActor(workspaceId, memberId);

test("whoever acts for a member has the rights of their sign-in, and no session", async () => {
  const workspace = await aWorkspace();
  const [one, two] = [await aTeam(workspace), await aTeam(workspace)];
  await aTeam(workspace, { parentId: one.id });
  for (const member of [
    await aMember(workspace),
    await aMember(workspace, { teams: [one, two] }),
    await aMember(workspace, { role: "admin", language: "ja", timeZone: "Asia/Tokyo" }),
    await aMember(workspace, { role: "manager", teams: [one] }),
    await aMember(workspace, { role: "manager", teams: [one], scopeTeams: [two] }),
    await aMember(workspace, { role: "manager", scope: "workspace" }),
  ]) {
    const { token: _, ...signedIn } = member;
    const sorted = (actor: Omit<SignedIn, "token"> | null) =>
      actor && {
        ...actor,
        teamIds: actor.teamIds.toSorted(),
        scopeTeamIds: actor.scopeTeamIds.toSorted(),
      };
    expect(sorted(await asFound(member))).toEqual({
      ...sorted(signedIn),
      sessionId: "",
      origin: { ip: null, agent: null, requestId: null },
    });
  }
});

test("private access stays with the session that gave a reason", async () => {
  const admin = await aMember(await aWorkspace(), { role: "admin" });
  const { workspaceId, memberId, sessionId, token, origin } = admin;
  await db.privateAccess.create({
    data: {
      ...{ id: newId(), workspaceId, memberId, sessionId },
      ...{ reason: "Complaint 17", expiresAt: new Date(Date.now() + 3_600_000) },
    },
  });
  expect((await findMember(token, origin))?.privateUntil).not.toBeNull();
  expect((await asFound(admin))?.privateUntil).toBeNull();
});

test("rights are those of the moment; who is no longer an active member has none", async () => {
  const workspace = await aWorkspace();
  const member = await aMember(workspace, { role: "manager", scope: "workspace" });
  const change = (data: Parameters<typeof db.member.updateMany>[0]["data"]) =>
    db.member.updateMany({ where: { id: member.memberId }, data });
  await change({ role: "rep" });
  expect((await asFound(member))?.role).toBe("rep");
  for (const gone of [{ state: "deactivated" }, { state: "invited" }] as const) {
    await change(gone);
    expect(await asFound(member)).toBeNull();
  }
  await change({ state: "active", scrubbedAt: new Date() });
  expect(await asFound(member)).toBeNull();
  await change({ scrubbedAt: null });
  expect(await findMemberActor((await aWorkspace()).id, member.memberId)).toBeNull();
  await db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: new Date() } });
  expect(await asFound(member)).toBeNull();
});

test("all members at once have the rights that each of them is found with", async () => {
  const workspace = await aWorkspace();
  const [one, two] = [await aTeam(workspace), await aTeam(workspace)];
  const inside = await aTeam(workspace, { parentId: one.id });
  const deep = await aTeam(workspace, { parentId: inside.id });
  const gone = await aTeam(workspace, { parentId: one.id, deletedAt: new Date() });
  await aTeam(workspace, { parentId: gone.id });
  const members = [
    await aMember(workspace),
    await aMember(workspace, { teams: [one, two] }),
    await aMember(workspace, { role: "admin", language: "ja", timeZone: "Asia/Tokyo" }),
    await aMember(workspace, { role: "manager", teams: [one] }),
    await aMember(workspace, { role: "manager", teams: [gone, deep] }),
    await aMember(workspace, { role: "manager", teams: [one], scopeTeams: [two, inside, gone] }),
    await aMember(workspace, { role: "manager", scope: "workspace" }),
  ];
  const left = await aMember(workspace);
  await db.member.updateMany({ where: { id: left.memberId }, data: { state: "deactivated" } });
  await aMember(await aWorkspace());
  const sorted = (actor: Awaited<ReturnType<typeof asFound>>) =>
    actor && {
      ...actor,
      teamIds: actor.teamIds.toSorted(),
      scopeTeamIds: actor.scopeTeamIds.toSorted(),
    };
  const byId = (a: { memberId: string } | null, b: { memberId: string } | null) =>
    (a?.memberId ?? "").localeCompare(b?.memberId ?? "");
  const found = await Promise.all(members.map(asFound));
  expect((await listMemberActors(workspace.id)).map(sorted).sort(byId)).toEqual(
    found.map(sorted).sort(byId),
  );
});
