import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { findColleagues } from "./colleagues.server.ts";
import { previewTranscript } from "./import-preview.server.ts";
import { importTranscript } from "./import.server.ts";
import { beginUploadForm, importForm, previewForm } from "./upload.schema.ts";
import { beginUpload } from "./upload.server.ts";

await queueForFile();
let rep: SignedIn;
let mari: SignedIn;
beforeEach(async () => {
  const workspace = await aWorkspace();
  rep = await aMember(workspace, { name: "Ana Costa" });
  mari = await aMember(workspace, { name: "Mari Kato" });
});

type Person = { name: string; side?: "R" | "C"; memberId?: string };
type Wish = { visibility?: "private" | "team" | "workspace"; colleagues?: "by_name" | "none" };

async function byUpload(people: readonly Person[], wish: Wish): Promise<string> {
  const files = people.map(({ name, ...more }, at) => ({
    ...{ name: `${at}.wav`, size: 8, speaker: name, side: "R", ...more },
  }));
  const form = beginUploadForm.parse({ consent: true, files, ...wish });
  return (await beginUpload(rep, form)).callId;
}
async function byImport(people: readonly Person[], wish: Wish): Promise<string> {
  const said = people.map(({ name }, at) => ({
    ...{ speaker: name, start: at * 2, end: at * 2 + 2, text: "Hello." },
  }));
  const speakers = people.map((person) => ({ side: "R", ...person }));
  const file = { name: "call.json", text: JSON.stringify(said), speakers };
  return (await importTranscript(rep, importForm.parse({ consent: true, ...file, ...wish })))
    .callId;
}
const linksOf = async (callId: string) =>
  (await db.participant.findMany({ where: { callId }, orderBy: { lane: "asc" } })).map(
    ({ memberId }) => memberId,
  );
const entriesOf = (event: string) =>
  db.auditEntry.findMany({ where: { workspaceId: rep.workspaceId, event } });

test.each([
  { way: "an upload", bring: byUpload, field: "files[0].memberId" },
  { way: "an import", bring: byImport, field: "speakers[0].memberId" },
])("in $way a person of ours with a member's name is that member, as chosen", async (given) => {
  const { bring, field } = given;
  const [me, them] = [rep.memberId, mari.memberId];
  const both = [{ name: "ANA costa" }, { name: "mari KATO " }];
  expect(await linksOf(await bring(both, {}))).toEqual([me, them]);
  expect(await linksOf(await bring(both, { colleagues: "none" }))).toEqual([me, null]);
  const chosen = [
    { name: "Ana Costa", memberId: "none" },
    { name: "Mari", memberId: them },
  ];
  expect(await linksOf(await bring(chosen, { colleagues: "none" }))).toEqual([null, them]);
  const customer = [{ name: "Mari Kato", side: "C" as const, memberId: them }, { name: "Bo" }];
  expect(await linksOf(await bring(customer, {}))).toEqual([null, null]);
  // A private call is for its people: a name alone makes no colleague one of them.
  expect(await linksOf(await bring(both, { visibility: "private" }))).toEqual([me, null]);
  const open = [{ name: "Ana Costa" }, { name: "Mari Kato", memberId: them }];
  expect(await linksOf(await bring(open, { visibility: "private" }))).toEqual([me, them]);

  const calls = await db.call.count({ where: { workspaceId: rep.workspaceId } });
  const gone = await aMember({ id: rep.workspaceId }, { name: "Gone" });
  await db.member.updateMany({ where: { id: gone.memberId }, data: { state: "deactivated" } });
  const stranger = await aMember(await aWorkspace());
  for (const [memberId, code] of [
    [stranger.memberId, "invalid_choice"],
    [newId(), "invalid_choice"],
    [gone.memberId, "person_left"],
  ] as const)
    await expect(
      bring([{ name: "Mari Kato", memberId }, { name: "Bo" }], {}),
    ).rejects.toMatchObject({ code: "validation_failed", fields: { [field]: [code] } });
  expect(await db.call.count({ where: { workspaceId: rep.workspaceId } })).toBe(calls);
});

test("two tracks of one name are one member, the first", async () => {
  const twice = [{ name: "Mari Kato" }, { name: "Mari Kato" }];
  expect(await linksOf(await byUpload(twice, {}))).toEqual([mari.memberId, null]);
  const chosen = twice.map((person) => ({ ...person, memberId: mari.memberId }));
  expect(await linksOf(await byUpload(chosen, {}))).toEqual([mari.memberId, null]);
});

test("a choice is an id, none, or nothing", () => {
  const memberOf = (memberId: unknown) =>
    beginUploadForm.safeParse({
      ...{ consent: true, files: [{ name: "a.wav", size: 1, speaker: "A", memberId }] },
    });
  expect(memberOf("").data?.files[0]?.memberId).toBeUndefined();
  expect(memberOf("none").data?.files[0]?.memberId).toBe("none");
  for (const wrong of ["Mari Kato", 7, {}, null])
    expect(memberOf(wrong).error?.issues.map(({ message }) => message)).toEqual(["invalid_choice"]);
});

test("who can open the call only by taking part gets a notice, and the log says so; others could before", async () => {
  await byUpload([{ name: "Mari Kato" }], { visibility: "team" });
  const given = await entriesOf("call.access_given");
  expect(given.map(({ after }): unknown => JSON.parse(after ?? ""))).toEqual([
    { member: mari.memberId, level: "view", source: "took_part" },
  ]);
  expect(await db.notification.findMany({ where: { workspaceId: rep.workspaceId } })).toMatchObject(
    [{ kind: "access_given", memberId: mari.memberId, actorId: rep.memberId }],
  );
  const [created] = await entriesOf("call.created");
  expect(JSON.parse(created?.after ?? "")).toEqual({ kind: "upload", members: [mari.memberId] });

  await byUpload([{ name: "Mari Kato" }], { visibility: "workspace" });
  expect(await entriesOf("call.access_given")).toHaveLength(1);
  expect(await db.notification.count({ where: { workspaceId: rep.workspaceId } })).toBe(1);
});

test("a form learns before it is sent who would be linked, and whether the call would be private", async () => {
  expect(await findColleagues(rep, ["mari kato", "Mari", "Ana Costa", "x".repeat(61)])).toEqual({
    isPrivate: false,
    people: [
      { name: "mari kato", member: { id: mari.memberId, name: "Mari Kato", isSelf: false } },
      { name: "Mari", member: null },
      { name: "Ana Costa", member: { id: rep.memberId, name: "Ana Costa", isSelf: true } },
      { name: "x".repeat(61), member: null },
    ],
  });
  await expect(
    findColleagues(
      rep,
      Array.from({ length: 51 }, () => "A"),
    ),
  ).rejects.toMatchObject({
    code: "invalid_request",
  });
  const team = await aTeam({ id: rep.workspaceId }, { defaultVisibility: "private" });
  await db.member.updateMany({ where: { id: rep.memberId }, data: { primaryTeamId: team.id } });
  const text = "Mari Kato: Hello there.\nJo Alder: Good morning.";
  expect(await previewTranscript(rep, previewForm.parse({ text }))).toMatchObject({
    isPrivate: true,
    speakers: [
      {
        ...{ name: "Mari Kato", side: "R", turns: 1 },
        member: { id: mari.memberId, name: "Mari Kato", isSelf: false },
      },
      { name: "Jo Alder", side: "C", turns: 1, member: null },
    ],
  });
  await expect(previewTranscript(rep, previewForm.parse({ text: "{" }))).rejects.toMatchObject({
    code: "validation_failed",
  });
  expect(await db.call.count({ where: { workspaceId: rep.workspaceId } })).toBe(0);
});
