import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aTeam, aWorkspace } from "#tests/support/factories.ts";
import { deliver } from "#tests/support/emails.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { checkImport, runImport } from "./import-members.server.ts";

await queueForFile();

const aHouse = async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace, { name: "Sales Ost" });
  return { workspace, team, admin: await aMember(workspace, { role: "admin" }) };
};
const anAddress = () => `${randomUUID()}@example.com`;

describe("a list of people", () => {
  test("is checked without changing anything, each line with what is wrong with it", async () => {
    const { admin, team, workspace } = await aHouse();
    await aTeam(await aWorkspace(), { name: "Theirs" });
    const twice = anAddress();
    const { rows, good, bad } = await checkImport(
      admin,
      [
        "Email,Name,Role,Team",
        `${twice.toUpperCase()},"Sato, Mari",manager,sales ost`,
        ",No Address,rep,",
        "nobody,,rep,",
        `${admin.email},,rep,`,
        `${twice},,,`,
        `${anAddress()},,owner,`,
        `${anAddress()},,rep,Theirs`,
        "",
        `${anAddress()},${"x".repeat(101)},rep,`,
        `${anAddress()},,,`,
      ].join("\r\n"),
    );
    expect(rows.map(({ line, faults }) => [line, ...faults])).toEqual([
      [2],
      [3, "email_missing"],
      [4, "invalid_email"],
      [5, "already_member"],
      [6, "twice"],
      [7, "unknown_role"],
      [8, "unknown_team"],
      [10, "name_too_long"],
      [11],
    ]);
    expect([good, bad]).toEqual([2, 7]);
    expect(rows[0]).toMatchObject({
      email: twice,
      name: "Sato, Mari",
      role: "manager",
      teamId: team.id,
    });
    expect(await db.member.count({ where: { workspaceId: workspace.id } })).toBe(1);
    expect(await db.auditEntry.count({ where: { workspaceId: workspace.id } })).toBe(0);
  });

  test("invites those whose line is right, once, however often it is sent", async () => {
    const { admin, team, workspace } = await aHouse();
    const people = Array.from({ length: 60 }, (_, n) => ({ email: anAddress(), name: `P ${n}` }));
    const list = `name,email,team\n${people.map(({ email, name }) => `${name},${email},Sales Ost`).join("\n")}\nx,y,z`;
    expect(await runImport(admin, list)).toMatchObject({ good: 60, bad: 1 });
    expect(await runImport(admin, list)).toMatchObject({ good: 0, bad: 61 });
    const made = await db.member.findMany({
      where: { workspaceId: workspace.id, state: "invited", primaryTeamId: team.id, role: "rep" },
      select: { email: true, name: true },
    });
    expect(made.map(({ name }) => name).sort()).toEqual(people.map(({ name }) => name).sort());
    const emails = (await deliver()).filter(({ to }) => people.some(({ email }) => email === to));
    expect(emails).toHaveLength(60);
    const entries = await db.auditEntry.findMany({
      where: { workspaceId: workspace.id, event: "member.imported" },
      orderBy: { createdAt: "asc" },
    });
    expect(entries.map(({ log, after }) => [log, after])).toEqual([
      ["system", '{"invited":60,"refused":1}'],
      ["system", '{"invited":0,"refused":61}'],
    ]);
    const invited = await db.auditEntry.count({
      where: { workspaceId: workspace.id, event: "member.invited" },
    });
    expect(invited).toBe(60);
  });

  test("has limits: lines, members of the workspace, and whose right it is", async () => {
    const { admin, workspace } = await aHouse();
    const lines = (n: number) =>
      Array.from({ length: n }, (_, at) => `p${at}@example.com`).join("\n");
    const refused = (text: string) => checkImport(admin, text).catch((error: unknown) => error);
    expect(await refused("")).toMatchObject({ fields: { text: ["file_empty"] } });
    expect(await refused("email,name\n\n")).toMatchObject({ fields: { text: ["file_empty"] } });
    expect(await refused(lines(2_001))).toMatchObject({
      fields: { text: ["too_many_rows?n=2000"] },
    });
    expect(await refused('email,name\na@example.com,"Ana\n')).toMatchObject({
      fields: { text: ["quote_open?n=2"] },
    });
    expect(await refused(lines(2_000))).toMatchObject({ code: "limit_reached" });
    for (const role of ["manager", "rep"] as const)
      await expect(runImport(await aMember(workspace, { role }), lines(1))).rejects.toMatchObject({
        code: "forbidden",
      });
  });

  test("with formulas, markup and control characters stays text", async () => {
    const { admin, workspace } = await aHouse();
    const email = anAddress();
    await runImport(admin, `\uFEFFemail,name\n${email},"=HYPERLINK(""x"")<b>"`);
    expect(
      await db.member.findFirstOrThrow({ where: { workspaceId: workspace.id, email } }),
    ).toMatchObject({ name: '=HYPERLINK("x")<b>', role: "rep", state: "invited" });
  });
});
