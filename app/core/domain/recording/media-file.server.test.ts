import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import type { Member } from "../access/actor.ts";
import { getMediaFile, noteDownload } from "./media-file.server.ts";

let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
beforeEach(async () => {
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
});

type Kind = "original" | "track" | "mix" | "peaks" | "video";
async function aFile(kind: Kind, call: { id: string; workspaceId: string }, recordingId?: string) {
  const recording = recordingId ?? (await aRecording(call)).id;
  return db.file.create({
    data: {
      id: newId(),
      workspaceId: call.workspaceId,
      recordingId: recording,
      kind,
      key: `${recording}/${newId()}`,
      bytes: 10n,
      sha256: new Uint8Array(randomBytes(32)),
      mime: "audio/mp4",
    },
  });
}
const mayOpen = (actor: Member, fileId: string): Promise<boolean> =>
  getMediaFile(actor, fileId).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: "not_found", fields: {} });
      return false;
    },
  );

test("who sees a call plays it; the original is for those who may keep it", async () => {
  const call = await aCall(owner, { title: "Renewal" });
  const recording = await aRecording(call);
  const [mix, original] = [
    await aFile("mix", call, recording.id),
    await aFile("original", call, recording.id),
  ];
  const manager = await aMember(workspace, { role: "manager", scope: "workspace" });
  const outside = await aMember(workspace);
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const actors: [Member, boolean, boolean][] = [
    [owner, true, true],
    [mate, true, false],
    [manager, true, true],
    [await aMember(workspace, { role: "admin" }), true, true],
    [outside, false, false],
    [stranger, false, false],
  ];
  for (const [actor, play, keep] of actors)
    expect([await mayOpen(actor, mix.id), await mayOpen(actor, original.id)]).toEqual([play, keep]);
  expect(await getMediaFile(owner, mix.id)).toEqual({
    fileId: mix.id,
    key: mix.key,
    bytes: 10,
    mime: "audio/mp4",
    etag: `"${Buffer.from(mix.sha256).toString("hex").slice(0, 32)}"`,
    title: "Renewal",
    kind: "mix",
    callId: call.id,
  });
});

test.each(["track", "mix", "peaks", "video"] as const)(
  "a private call's %s is for its owner and those who took part",
  async (kind) => {
    const call = await aCall(owner, { visibility: "private" });
    await aParticipant(call, { memberId: mate.memberId, side: "R" });
    const file = await aFile(kind, call);
    const admin = await aMember(workspace, { role: "admin" });
    expect([
      await mayOpen(owner, file.id),
      await mayOpen(mate, file.id),
      await mayOpen(admin, file.id),
    ]).toEqual([true, true, false]);
  },
);

test("a file of the trash, of a discarded upload, or whose media were removed is gone for everybody", async () => {
  const make = async (
    change: (ids: { callId: string; recordingId: string }) => Promise<unknown>,
  ) => {
    const call = await aCall(owner);
    const recording = await aRecording(call);
    const file = await aFile("mix", call, recording.id);
    await change({ callId: call.id, recordingId: recording.id });
    return mayOpen(owner, file.id);
  };
  expect(await make(() => Promise.resolve())).toBe(true);
  expect(
    await make(({ callId }) =>
      db.call.updateMany({ where: { id: callId }, data: { state: "trashed" } }),
    ),
  ).toBe(false);
  expect(
    await make(({ callId }) =>
      db.call.updateMany({ where: { id: callId }, data: { state: "purged" } }),
    ),
  ).toBe(false);
  expect(
    await make(({ recordingId }) =>
      db.recording.updateMany({ where: { id: recordingId }, data: { state: "discarded" } }),
    ),
  ).toBe(false);
  expect(
    await make(({ recordingId }) =>
      db.recording.updateMany({ where: { id: recordingId }, data: { mediaRemovedAt: new Date() } }),
    ),
  ).toBe(false);
});

test("rights are asked anew each time", async () => {
  const call = await aCall(owner);
  const file = await aFile("mix", call);
  expect(await mayOpen(mate, file.id)).toBe(true);
  await db.call.updateMany({ where: { id: call.id }, data: { visibility: "private" } });
  expect(await mayOpen(mate, file.id)).toBe(false);
});

test("an unknown file and another workspace's are the same answer", async () => {
  const file = await aFile("mix", await aCall(owner));
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const answers = await Promise.all(
    [file.id, newId()].map((id) => getMediaFile(stranger, id).catch((error: unknown) => error)),
  );
  expect(answers[0]).toEqual(answers[1]);
});

test("a download is one entry, with the file and not its title", async () => {
  const file = await aFile("mix", await aCall(owner, { title: "Secret title" }));
  await noteDownload(owner, await getMediaFile(owner, file.id));
  const entries = await db.auditEntry.findMany({ where: { workspaceId: workspace.id } });
  expect(entries).toMatchObject([
    { event: "media.downloaded", log: "user", actor: owner.memberId },
  ]);
  expect(JSON.stringify(entries)).not.toContain("Secret title");
});
