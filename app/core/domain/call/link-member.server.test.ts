import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { can, callAccess } from "../access/access.ts";
import { addPersonForm, changePersonForm, ofPersonForm } from "./call-edit.schema.ts";
import { addPerson, changePerson, removePerson } from "./people.server.ts";

await queueForFile();
let workspace: Workspace;
let owner: SignedIn;
let mari: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  owner = await aMember(workspace, { name: "Ana Costa" });
  mari = await aMember(workspace, { name: "Mari Kato" });
});

type Wish = { name?: string; side?: "R" | "C"; member?: string };
const add = (actor: SignedIn, callId: string, wish: Wish) =>
  addPerson(actor, callId, addPersonForm.parse({ name: "Mari Kato", side: "R", ...wish }));
const personOf = (id: string) => db.participant.findFirstOrThrow({ where: { id } });
async function change(actor: SignedIn, id: string, wish: Wish): Promise<string | null> {
  const { name, side, version, callId } = await personOf(id);
  const input = { participantId: id, version, name, side, ...wish };
  await changePerson(actor, callId, changePersonForm.parse(input));
  return (await personOf(id)).memberId;
}
const isOpenTo = async (member: SignedIn, callId: string) =>
  can(
    member,
    "call.read",
    await db.call.findFirstOrThrow({ where: { id: callId }, select: callAccess }),
  );
const eventsOf = async () =>
  (
    await db.auditEntry.findMany({
      where: { workspaceId: workspace.id, event: { startsWith: "call.access" } },
      orderBy: { id: "asc" },
    })
  ).map(({ event }) => event);

test("a colleague is linked by choice alone, sees the call by it, and no longer when unlinked", async () => {
  const { id: callId } = await aCall(owner, { visibility: "private" });
  const id = await add(owner, callId, {});
  expect((await personOf(id)).memberId).toBeNull();
  expect(await isOpenTo(mari, callId)).toBe(false);

  expect(await change(owner, id, { member: mari.memberId })).toBe(mari.memberId);
  expect(await isOpenTo(mari, callId)).toBe(true);
  // Without a choice who they are stays, as long as the name does.
  expect(await change(owner, id, { name: "mari kato" })).toBe(mari.memberId);
  expect(await change(owner, id, { member: "none" })).toBeNull();
  expect(await isOpenTo(mari, callId)).toBe(false);
  expect(await eventsOf()).toEqual(["call.access_given", "call.access_taken_back"]);
  expect(await db.notification.findMany({ where: { workspaceId: workspace.id } })).toMatchObject([
    { kind: "access_given", memberId: mari.memberId },
  ]);

  await change(owner, id, { member: mari.memberId });
  const { version } = await personOf(id);
  await removePerson(owner, callId, ofPersonForm.parse({ participantId: id, version }));
  expect(await isOpenTo(mari, callId)).toBe(false);
  expect((await eventsOf()).length).toBe(4);
});

test("one's own name is oneself unless one says otherwise, and that stays", async () => {
  const { id: callId } = await aCall(owner);
  const id = await add(owner, callId, { name: "ANA costa" });
  expect((await personOf(id)).memberId).toBe(owner.memberId);
  expect(await change(owner, id, { member: "none" })).toBeNull();
  expect(await change(owner, id, {})).toBeNull();
  expect(await change(owner, id, { side: "C" })).toBeNull();
  expect(await change(owner, id, { side: "R" })).toBe(owner.memberId);
});

test("a member is one person of a call", async () => {
  const { id: callId } = await aCall(owner);
  await add(owner, callId, { member: mari.memberId });
  await expect(add(owner, callId, { name: "Mari", member: mari.memberId })).rejects.toMatchObject({
    fields: { member: ["linked_twice"] },
  });
  await add(owner, callId, { name: "Me", member: owner.memberId });
  const again = await add(owner, callId, { name: owner.name });
  expect((await personOf(again)).memberId).toBeNull();
});

test("only who may give access links a colleague, and only a member who is there", async () => {
  const team = await aTeam(workspace);
  const call = await aCall(owner, { visibility: "team", teamId: team.id });
  const mate = await aMember(workspace, { teams: [team] });
  await aParticipant(call, { side: "R", memberId: mate.memberId });
  await expect(add(mate, call.id, { member: mari.memberId })).rejects.toMatchObject({
    code: "forbidden",
  });
  const left = await aMember(workspace);
  await db.member.updateMany({ where: { id: left.memberId }, data: { state: "deactivated" } });
  const stranger = await aMember(await aWorkspace());
  for (const [memberId, code] of [
    [left.memberId, "person_left"],
    [stranger.memberId, "invalid_choice"],
  ] as const)
    await expect(add(owner, call.id, { member: memberId })).rejects.toMatchObject({
      fields: { member: [code] },
    });
});

test("a colleague who was only named on a live call can be unlinked; who was signed in cannot", async () => {
  const room = await aCall(owner, { kind: "room", state: "ended" });
  const id = await add(owner, room.id, { member: mari.memberId });
  expect(await change(owner, id, { member: "none" })).toBeNull();
  const other = await aMember(workspace);
  const joined = { side: "R", memberId: other.memberId, createdBy: other.memberId } as const;
  const there = await aParticipant(room, { ...joined, lane: 2 });
  await expect(change(owner, there.id, { member: "none" })).rejects.toMatchObject({
    code: "invalid_state",
  });
  const running = await aCall(owner, { kind: "recorder", state: "live" });
  await expect(add(owner, running.id, { member: mari.memberId })).rejects.toMatchObject({
    code: "invalid_state",
  });
});
