import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { deliver, linkIn } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { can } from "../access/access.ts";
import type { Origin } from "../access/actor.ts";
import { activate } from "../account/activation.server.ts";
import { findMember } from "../account/session.server.ts";
import { getInvitation } from "../account/sign-up.server.ts";
import { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import { findMemberRow, listMembers } from "./member-list.server.ts";
import { parseMemberQuery } from "./member-views.ts";
import { listSignUpLinks } from "./sign-up-link.server.ts";
import { listTeams } from "./team.server.ts";

await queueForFile();

const ORIGIN: Origin = { ip: "192.0.2.7", agent: "test", requestId: null };
const act = (actor: SignedIn, input: Record<string, unknown>): Promise<unknown> =>
  askCommand(membersCommands, actor, input, {});
const { query: everybody } = parseMemberQuery(new URLSearchParams());
const eventsOf = async (workspaceId: string) =>
  (await db.auditEntry.findMany({ where: { workspaceId } })).map(({ event }) => event);
const aHouse = async () => {
  const workspace = await aWorkspace();
  const [sales, away] = [await aTeam(workspace), await aTeam(workspace)];
  const below = await aTeam(workspace, { parentId: sales.id });
  return {
    workspace,
    sales,
    away,
    below,
    admin: await aMember(workspace, { role: "admin" }),
    manager: await aMember(workspace, { role: "manager", teams: [sales] }),
    rep: await aMember(workspace, { teams: [sales] }),
    deeper: await aMember(workspace, { teams: [below] }),
    other: await aMember(workspace, { teams: [away] }),
  };
};

describe("the list", () => {
  test("and one row say the same for every role", async () => {
    const { workspace, admin, manager, rep, deeper, other } = await aHouse();
    const stranger = await aMember(await aWorkspace(), { role: "admin" });
    const rows = await db.member.findMany({
      where: { workspaceId: { in: [workspace.id, stranger.workspaceId] } },
      include: { teamMembers: true },
    });
    for (const actor of [admin, manager, stranger]) {
      const wanted = rows.filter((row) => can(actor, "member.read", row)).map(({ id }) => id);
      const { members, count } = await listMembers(actor, everybody);
      expect(members.map(({ id }) => id).sort()).toEqual(wanted.sort());
      expect(count).toBe(wanted.length);
    }
    const seen = (await listMembers(manager, everybody)).members.map(({ id }) => id);
    expect(new Set(seen)).toEqual(new Set([manager.memberId, rep.memberId, deeper.memberId]));
    expect(seen).not.toContain(other.memberId);
    await expect(listMembers(rep, everybody)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("pages through many by name without a gap, and finds by a piece of name or address", async () => {
    const workspace = await aWorkspace();
    const email = `${randomUUID()}@example.com`;
    const admin = await aMember(workspace, { role: "admin", name: "Quill", email });
    for (let n = 0; n < 60; n += 1) await aMember(workspace, { name: `Person ${n % 7}` });
    const seen: string[] = [];
    for (let after: string | null = null, isMore = true; isMore; ) {
      const page: Awaited<ReturnType<typeof listMembers>> = await listMembers(admin, {
        ...everybody,
        after,
      });
      seen.push(...page.members.map(({ id }) => id));
      after = page.next;
      isMore = after !== null;
    }
    expect([seen.length, new Set(seen).size]).toEqual([61, 61]);
    for (const q of ["qUI", email.slice(2, 36)]) {
      const found = await listMembers(admin, { ...everybody, q });
      expect(found.members.map(({ name }) => name)).toEqual(["Quill"]);
    }
    expect((await listMembers(admin, { ...everybody, q: "%" })).count).toBe(0);
    const first = await listMembers(admin, everybody);
    for (const after of ["x", admin.memberId])
      expect(await listMembers(admin, { ...everybody, after })).toEqual(first);
  });

  test("is narrowed by role, state and team, and names what it cannot read", async () => {
    const { admin, sales, rep, manager, deeper } = await aHouse();
    await db.member.updateMany({ where: { id: rep.memberId }, data: { state: "deactivated" } });
    const idsOf = async (text: string) => {
      const { query } = parseMemberQuery(new URLSearchParams(text));
      return (await listMembers(admin, query)).members.map(({ id }) => id);
    };
    expect(await idsOf("role=manager")).toEqual([manager.memberId]);
    expect(await idsOf("state=deactivated")).toEqual([rep.memberId]);
    expect(new Set(await idsOf(`team=${sales.id}`))).toEqual(
      new Set([manager.memberId, rep.memberId]),
    );
    expect(await idsOf(`team=${sales.id}&role=rep&state=active`)).toEqual([]);
    expect(await idsOf("role=nobody")).toContain(deeper.memberId);
    const { ignored } = parseMemberQuery(
      new URLSearchParams("role=nobody&after=x&tab=members&edit=y&page=2"),
    );
    expect(ignored.map(({ key }) => key)).toEqual(["role", "after", "page"]);
  });

  test("tells of a colleague what their row and those that hang on it hold", async () => {
    const { admin, manager, sales, away, workspace } = await aHouse();
    const listed = await aMember(workspace, {
      ...{ role: "manager", teams: [sales], scopeTeams: [away] },
    });
    await db.identity.updateMany({
      where: { memberId: listed.memberId },
      data: { totpEnc: new Uint8Array([1]) },
    });
    const seenAt = new Date("2030-01-02T03:04:05.678Z");
    await db.session.updateMany({ where: { memberId: listed.memberId }, data: { seenAt } });
    await aCall(listed);
    await aCall(listed);
    await aCall(listed, { visibility: "private" });
    await aCall(listed, { state: "purged" });
    const row = await findMemberRow(admin, listed.memberId);
    expect(row).toEqual({
      ...{ id: listed.memberId, name: listed.name, email: listed.email, role: "manager" },
      ...{ state: "active", teamId: sales.id, team: sales.name, scope: "listed" },
      ...{ scopeTeamIds: [away.id], hasFactor: true },
      ...{ lastActiveAt: seenAt.toISOString(), calls: 2, version: 1 },
    });
    const { members } = await listMembers(admin, everybody);
    expect(members.find(({ id }) => id === listed.memberId)).toEqual(row);
    await db.session.deleteMany({ where: { memberId: manager.memberId } });
    expect(await findMemberRow(admin, manager.memberId)).toMatchObject({
      ...{ lastActiveAt: null, hasFactor: false, calls: 0, scopeTeamIds: [] },
    });
    expect(await findMemberRow(manager, admin.memberId)).toBeNull();
    expect(await findMemberRow(admin, "nobody")).toBeNull();
  });
});

describe("an invitation", () => {
  test("by mail brings its person into the role and team, once", async () => {
    const { admin, sales, workspace } = await aHouse();
    const email = `${randomUUID()}@example.com`;
    await act(admin, { intent: "invite", email, role: "manager", teamId: sales.id });
    const [sent] = await deliver(email);
    expect(sent?.template).toBe("invitation");
    const code = linkIn(sent).pathname.split("/").at(-1) ?? "";
    const { token } = await activate(
      code,
      {
        intent: "activate",
        name: "Mari",
        password: "herons over the river",
        language: "en",
        timeZone: "UTC",
      },
      ORIGIN,
    );
    expect(await findMember(token, ORIGIN)).toMatchObject({
      workspaceId: workspace.id,
      role: "manager",
      email,
      teamIds: [sales.id],
    });
    await expect(act(admin, { intent: "invite", email, role: "rep" })).rejects.toMatchObject({
      fields: { email: ["already_member"] },
    });
  });

  test("sent again ends the older link; withdrawn, nobody comes by it", async () => {
    const { admin, workspace } = await aHouse();
    const email = `${randomUUID()}@example.com`;
    await act(admin, { intent: "invite", email, role: "rep" });
    const { id: memberId } = await db.member.findFirstOrThrow({ where: { email } });
    const first =
      linkIn((await deliver(email))[0])
        .pathname.split("/")
        .at(-1) ?? "";
    await act(admin, { intent: "resend", memberId });
    const second =
      linkIn((await deliver(email))[0])
        .pathname.split("/")
        .at(-1) ?? "";
    const filled = {
      intent: "activate",
      name: "Mari",
      password: "herons over the river",
      language: "en",
      timeZone: "UTC",
    } as const;
    await expect(activate(first, filled, ORIGIN)).rejects.toMatchObject({ code: "link_ended" });
    await act(admin, { intent: "uninvite", memberId });
    await expect(activate(second, filled, ORIGIN)).rejects.toMatchObject({ code: "link_ended" });
    expect(await db.member.count({ where: { workspaceId: workspace.id, email } })).toBe(0);
  });

  test("of a manager is for reps of their own teams only", async () => {
    const { manager, sales, below, away, rep } = await aHouse();
    const invite = (more: object, actor = manager) =>
      act(actor, { intent: "invite", email: `${randomUUID()}@example.com`, role: "rep", ...more });
    await invite({ teamId: sales.id });
    await invite({ teamId: below.id });
    const refused = { fields: { teamId: ["own_scope"] } };
    await expect(invite({ teamId: away.id })).rejects.toMatchObject(refused);
    await expect(invite({})).rejects.toMatchObject(refused);
    await expect(invite({ teamId: sales.id, role: "admin" })).rejects.toMatchObject(refused);
    await expect(invite({ teamId: sales.id }, rep)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a role", () => {
  test("changed ends the person's sign-ins and is logged with before and after", async () => {
    const { admin, rep, sales, workspace } = await aHouse();
    await act(admin, {
      intent: "change",
      memberId: rep.memberId,
      role: "manager",
      teamId: sales.id,
      version: 1,
    });
    expect(await findMember(rep.token, ORIGIN)).toBeNull();
    const [entry] = await db.auditEntry.findMany({
      where: { workspaceId: workspace.id, event: "member.changed" },
    });
    expect([entry?.log, entry?.before, entry?.after]).toEqual([
      "system",
      `{"role":"rep","team":"${sales.id}","scope":"own_teams"}`,
      `{"role":"manager","team":"${sales.id}","scope":"own_teams"}`,
    ]);
    await expect(
      act(admin, { intent: "change", memberId: rep.memberId, role: "rep", version: 1 }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  test("of a manager sees the listed teams, which are the workspace's own", async () => {
    const { admin, manager, away, sales } = await aHouse();
    const theirs = await aTeam(await aWorkspace());
    const change = (more: object) =>
      act(admin, {
        intent: "change",
        memberId: manager.memberId,
        role: "manager",
        teamId: sales.id,
        scope: "listed",
        version: 1,
        ...more,
      });
    await expect(change({ scopeTeamIds: [away.id, theirs.id] })).rejects.toMatchObject({
      fields: { scopeTeamIds: ["invalid_choice"] },
    });
    await change({ scopeTeamIds: [away.id, away.id] });
    expect(await findMember(manager.token, ORIGIN)).toMatchObject({ scopeTeamIds: [away.id] });
    await change({ scope: "own_teams", scopeTeamIds: [away.id], version: 2 });
    expect((await findMember(manager.token, ORIGIN))?.scopeTeamIds).toContain(sales.id);
    expect(await db.managerScope.count({ where: { memberId: manager.memberId } })).toBe(0);
  });

  test("of the last admin stays, also their own", async () => {
    const { admin, rep } = await aHouse();
    const last = { fields: { "": ["last_admin"] } };
    await expect(
      act(admin, { intent: "change", memberId: admin.memberId, role: "rep", version: 1 }),
    ).rejects.toMatchObject(last);
    await expect(
      act(admin, { intent: "deactivate", memberId: admin.memberId, heirId: rep.memberId }),
    ).rejects.toMatchObject(last);
  });

  test("of two admins who demote each other at the same moment: exactly one succeeds", async () => {
    for (let round = 0; round < 8; round += 1) {
      const workspace = await aWorkspace();
      const [one, two] = [
        await aMember(workspace, { role: "admin" }),
        await aMember(workspace, { role: "admin" }),
      ];
      const demote = (actor: SignedIn, other: SignedIn) =>
        round % 2 === 0
          ? act(actor, { intent: "change", memberId: other.memberId, role: "rep", version: 1 })
          : act(actor, {
              ...{ intent: "deactivate", memberId: other.memberId, heirId: actor.memberId },
            });
      const tries = await Promise.allSettled([demote(one, two), demote(two, one)]);
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(
        await db.member.count({
          where: { workspaceId: workspace.id, role: "admin", state: "active" },
        }),
      ).toBe(1);
    }
  });

  test("is no manager's and no rep's to change", async () => {
    const { manager, rep } = await aHouse();
    for (const actor of [manager, rep])
      for (const input of [
        { intent: "change", memberId: rep.memberId, role: "admin", version: 1 },
        { intent: "deactivate", memberId: rep.memberId },
        { intent: "make_link", role: "admin" },
        { intent: "make_team", name: "Mine" },
      ])
        await expect(act(actor, input)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("somebody deactivated", () => {
  test("is out at once, and their calls are another's, whoever could see them before", async () => {
    const { admin, rep, deeper, workspace } = await aHouse();
    const call = await aCall(rep, { visibility: "private" });
    const leave = (heirId?: string) =>
      act(admin, { intent: "deactivate", memberId: rep.memberId, ...(heirId && { heirId }) });
    await expect(leave()).rejects.toMatchObject({ fields: { heirId: ["heir_needed"] } });
    await expect(leave(rep.memberId)).rejects.toMatchObject({
      fields: { heirId: ["invalid_choice"] },
    });
    const stranger = await aMember(await aWorkspace());
    await expect(leave(stranger.memberId)).rejects.toMatchObject({
      fields: { heirId: ["invalid_choice"] },
    });
    expect(await findMember(rep.token, ORIGIN)).not.toBeNull();
    await leave(deeper.memberId);
    expect(await findMember(rep.token, ORIGIN)).toBeNull();
    expect(await db.call.findFirstOrThrow({ where: { id: call.id } })).toMatchObject({
      ownerId: deeper.memberId,
    });
    await expect(leave(deeper.memberId)).rejects.toMatchObject({ code: "invalid_state" });
    await act(admin, { intent: "reactivate", memberId: rep.memberId });
    expect(await findMember(rep.token, ORIGIN)).toBeNull();
    expect((await eventsOf(workspace.id)).sort()).toEqual([
      "member.deactivated",
      "member.reactivated",
    ]);
  });
});

test("a workspace has 2,000 members; whoever is deactivated gives their place back", async () => {
  const { admin, rep, other, workspace } = await aHouse();
  await db.member.createMany({
    data: Array.from({ length: 1_995 }, (_, n) => ({
      ...{ id: newId(), workspaceId: workspace.id, name: `Member ${n}`, role: "rep" as const },
      ...{ nameOrder: "given_first", email: `${n}@${workspace.id}.test`, state: "active" as const },
    })),
  });
  const invite = () =>
    act(admin, { intent: "invite", email: `${randomUUID()}@example.com`, role: "rep" });
  const full = { code: "limit_reached", fields: { "": ["limit_reached?n=2000&max=2000"] } };
  await expect(invite()).rejects.toMatchObject(full);
  for (const { memberId } of [rep, other])
    await act(admin, { intent: "deactivate", memberId, heirId: admin.memberId });
  await invite();
  await act(admin, { intent: "reactivate", memberId: rep.memberId });
  await expect(invite()).rejects.toMatchObject(full);
  await expect(
    act(admin, { intent: "reactivate", memberId: other.memberId }),
  ).rejects.toMatchObject(full);
});

describe("a sign-up link", () => {
  test("can be copied again by admins, and revoked", async () => {
    const { admin, sales } = await aHouse();
    await act(admin, {
      intent: "make_link",
      role: "rep",
      teamId: sales.id,
      maxUses: "3",
      domains: "Example.com, @example.org",
    });
    const [link] = await listSignUpLinks(admin);
    expect(link).toMatchObject({
      state: "active",
      uses: 0,
      maxUses: 3,
      domains: ["example.com", "example.org"],
    });
    const urlPath = new URL(link?.url ?? "").pathname.split("/").at(-1) ?? "";
    expect(urlPath).toHaveLength(22);
    expect(await getInvitation(urlPath, ORIGIN)).toMatchObject({ role: "rep", team: sales.name });
    await act(admin, { intent: "revoke_link", linkId: link?.id ?? "" });
    expect((await listSignUpLinks(admin))[0]?.state).toBe("revoked");
    await expect(getInvitation(urlPath, ORIGIN)).rejects.toMatchObject({ code: "link_ended" });
  });

  test.each([
    { maxUses: "0" },
    { maxUses: "501" },
    { hours: "721" },
    { domains: "http://x" },
    { role: "owner" },
  ])("with %o is refused", (more) => {
    expect(
      membersCommands.form.safeParse({ intent: "make_link", role: "rep", ...more }).success,
    ).toBe(false);
  });
});

describe("a team", () => {
  test("is made, moved and removed, never under itself and never deeper than six", async () => {
    const { admin, workspace } = await aHouse();
    const ids: string[] = [];
    for (let depth = 0; depth < 6; depth += 1) {
      const name = `Level ${depth}`;
      await act(admin, { intent: "make_team", name, parentId: ids.at(-1) ?? "" });
      const made = await db.team.findFirstOrThrow({ where: { workspaceId: workspace.id, name } });
      ids.push(made.id);
    }
    const [top = "", second = ""] = ids;
    await expect(
      act(admin, { intent: "make_team", name: "Level 6", parentId: ids.at(-1) }),
    ).rejects.toMatchObject({ fields: { parentId: ["team_depth"] } });
    const move = (teamId: string, parentId: string) =>
      act(admin, { intent: "change_team", teamId, parentId, name: "Moved", version: 1 });
    await expect(move(top, ids.at(-1) ?? "")).rejects.toMatchObject({
      fields: { parentId: ["team_cycle"] },
    });
    await expect(move(top, top)).rejects.toMatchObject({ fields: { parentId: ["team_cycle"] } });
    await expect(move(top, randomUUID())).rejects.toMatchObject({
      fields: { parentId: ["invalid_choice"] },
    });
    await expect(act(admin, { intent: "remove_team", teamId: top })).rejects.toMatchObject({
      fields: { "": ["team_not_empty"] },
    });
    await move(second, "");
    await act(admin, { intent: "remove_team", teamId: top });
    expect((await listTeams(admin)).map(({ id }) => id)).not.toContain(top);
    await expect(act(admin, { intent: "make_team", name: "Moved" })).rejects.toMatchObject({
      fields: { name: ["already_used"] },
    });
  });

  test("moved twice at the same moment never closes a circle", async () => {
    const { admin, workspace } = await aHouse();
    const [one, two] = [await aTeam(workspace), await aTeam(workspace)];
    const move = (a: typeof one, b: typeof one) =>
      act(admin, {
        intent: "change_team",
        teamId: a.id,
        parentId: b.id,
        name: a.name,
        version: 1,
      });
    const tries = await Promise.allSettled([move(one, two), move(two, one)]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

test("nothing of another workspace can be named", async () => {
  const { admin } = await aHouse();
  const theirs = await aHouse();
  const memberId = theirs.rep.memberId;
  const before = JSON.stringify(
    await db.member.findMany({ where: { workspaceId: theirs.workspace.id } }),
  );
  for (const [input, wanted] of [
    [{ intent: "change", memberId, role: "admin", version: 1 }, { code: "not_found" }],
    [{ intent: "deactivate", memberId }, { code: "not_found" }],
    [{ intent: "resend", memberId }, { code: "not_found" }],
    [{ intent: "uninvite", memberId }, { code: "not_found" }],
    [{ intent: "reactivate", memberId }, { code: "not_found" }],
    [{ intent: "remove_team", teamId: theirs.sales.id }, { code: "not_found" }],
    [
      { intent: "change_team", teamId: theirs.sales.id, name: "x", version: 1 },
      { code: "not_found" },
    ],
    [{ intent: "make_team", name: "x", parentId: theirs.sales.id }, { code: "validation_failed" }],
    [{ intent: "make_link", role: "rep", teamId: theirs.sales.id }, { code: "validation_failed" }],
    [
      {
        intent: "invite",
        email: `${randomUUID()}@example.com`,
        role: "rep",
        teamId: theirs.sales.id,
      },
      { code: "validation_failed" },
    ],
    [
      {
        intent: "change",
        memberId: admin.memberId,
        role: "admin",
        teamId: theirs.sales.id,
        version: 1,
      },
      { code: "validation_failed" },
    ],
  ] as const)
    await expect(act(admin, input)).rejects.toMatchObject(wanted);
  expect(
    JSON.stringify(await db.member.findMany({ where: { workspaceId: theirs.workspace.id } })),
  ).toBe(before);
});
