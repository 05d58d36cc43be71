import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { askCommand } from "#tests/support/commands.ts";
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

/** Bytes: text in UTF-8, and what other encodings are made of in hexadecimal. */
const joined = (...parts: (string | { hex: string })[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "string" ? Buffer.from(part) : Buffer.from(part.hex, "hex"),
    ),
  );

describe("a file of people", () => {
  const files = {
    "Excel, United States": (email: string) =>
      joined(`\uFEFFEmail Address,Display Name,Role,Team\r\n${email},José,Manager,sales ost\r\n`),
    "Excel, Germany": (email: string) =>
      joined(
        `Vorname;Name;E-Mail;Rolle\r\nJ`,
        { hex: "f6" },
        "rg;Sch",
        { hex: "e4" },
        `fer;${email};Manager\r\n`,
      ),
    "Excel, Japan": (email: string) =>
      joined(
        { hex: "8e8196bc2c8381815b838b83418368838c83582c96f08a840d0afbfc8bb4208c922c" },
        email,
        { hex: "2c837d836c815b83578383815b0d0a" },
      ),
    "Excel's Unicode text": (email: string) =>
      Buffer.from(
        `\uFEFF氏名\tメールアドレス\t役割\r\n髙橋 健\t${email}\tマネージャー\r\n`,
        "utf16le",
      ),
    "Google Workspace": (email: string) =>
      joined(
        "First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Status [READ ONLY],Role\n",
        `Mari,Sato,${email},****,Active,manager\n`,
      ),
    Entra: (email: string) =>
      joined(
        "userPrincipalName,displayName,surname,mail,givenName,userType,role\r\n",
        `mari#EXT#@x.onmicrosoft.com,Mari Sato,Sato,${email},Mari,Member,manager\r\n`,
      ),
    "a mail program": (email: string) => joined(`"Sato, Mari" <${email}>; Aki <${anAddress()}>`),
  };
  const send = (
    admin: Awaited<ReturnType<typeof aMember>>,
    intent: string,
    bytes: Buffer,
    more: object = {},
  ) => {
    const file = new File([new Uint8Array(bytes)], "people.csv");
    return askCommand(membersCommands, admin, { intent, file, ...more }, {});
  };
  test.each([
    ["Excel, United States", "José", "manager", []],
    ["Excel, Germany", "Jörg Schäfer", "manager", []],
    ["Excel, Japan", "髙橋 健", "manager", []],
    ["Excel's Unicode text", "髙橋 健", "manager", []],
    ["Google Workspace", "Mari Sato", "manager", ["Password [Required]", "Status [READ ONLY]"]],
    ["Entra", "Mari Sato", "manager", ["userType"]],
    ["a mail program", "Sato, Mari", "rep", []],
  ] as const)("of %s is checked and invited from", async (from, name, role, unused) => {
    const { admin, workspace } = await aHouse();
    const email = anAddress();
    const bytes = files[from](email);
    const more = from === "a mail program" ? [{ line: 1, faults: [] }] : [];
    const checked = await send(admin, "check_import", bytes);
    expect(checked).toMatchObject({
      import: {
        bad: 0,
        unused,
        rows: [{ email, name, role, faults: [] }, ...more],
        isDone: false,
      },
    });
    await send(admin, "run_import", bytes);
    expect(
      await db.member.findFirst({ where: { workspaceId: workspace.id, email } }),
    ).toMatchObject({ name, role, state: "invited" });
  });

  test("of a program whose letters have two readings is read as its sender says", async () => {
    const { admin } = await aHouse();
    const french = joined("email;nom\na@example.com;", { hex: "48e96ce86e65204265676ff161" });
    await expect(send(admin, "check_import", french)).rejects.toMatchObject({
      fields: { file: ["text_encoding"] },
    });
    for (const [encoding, name] of [
      ["windows-1252", "Hélène Begoña"],
      ["windows-1250", "Hélčne Begońa"],
    ])
      expect(await send(admin, "check_import", french, { encoding })).toMatchObject({
        import: { rows: [{ email: "a@example.com", name }] },
      });
    await expect(send(admin, "check_import", french, { encoding: "utf-7" })).rejects.toMatchObject({
      name: "ZodError",
    });
  });

  test("is refused where its letters cannot be read, or it has no addresses", async () => {
    const { admin } = await aHouse();
    const korean = joined("email,name\na@example.com,", { hex: "b1e8c3b6bcf63a20bec8b3e7" });
    await expect(send(admin, "check_import", korean)).rejects.toMatchObject({
      code: "validation_failed",
      fields: { file: ["text_encoding"] },
    });
    await expect(send(admin, "check_import", joined("Name;Phone\nAki;1\n"))).rejects.toMatchObject({
      fields: { text: ["no_addresses"] },
    });
  });
});
