import { expect, test } from "vitest";
import { appForFile } from "#tests/access/app-for-file.ts";
import {
  aCall,
  aClip,
  aLibrary,
  aMember,
  anItem,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { wordsOf } from "#tests/support/read-page.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { newLibraryLinkForm } from "#app/core/domain/share/link.schema.ts";
import { trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { deleteClip, restoreClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { getRecord } from "./recording.server.ts";
import { makeLibraryLink } from "#app/core/domain/share/library-link.server.ts";

const app = await appForFile({ draws: true });
const page = async (actor: SignedIn, path: string): Promise<string> => {
  const response = await app.ask(
    new Request(`https://parley.test${path}`, {
      headers: { cookie: `__Host-sid=${actor.token}; tz=UTC; lang=en` },
    }),
  );
  expect(response.status).toBe(200);
  return wordsOf(await response.text());
};

test("pages say without script which links there are, and how many stop with what", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team], name: "Jo Rep" });
  const manager = await aMember(workspace, { role: "manager", teams: [team], name: "Mari Kato" });
  const admin = await aMember(workspace, { role: "admin" });
  const call = await aCall(owner, { visibility: "team", teamId: team.id });
  const { id: recordingId, workspaceId } = await aRecording(call);
  await db.file.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, kind: "track", key: recordingId },
      ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/ogg" },
    },
  });
  const record = () => page(owner, `/recordings/${recordingId}`);
  expect(await record()).toContain("No links yet.");
  await aReadyLink(owner, call, { addresses: "elena@example.com" });
  await aReadyLink(manager, call, { t0Ms: "0", t1Ms: "5000" });
  const words = await record();
  expect(words).toMatch(/0:00–0:05 Active.*until .*by Mari Kato.*0 views/);
  expect(words).toMatch(/Whole call Active.*1 person.*until .*by Jo Rep.*0 views/);
  await aClip(call, owner);
  await aClip(call, manager);
  const recorded = await getRecord(owner, recordingId);
  expect(recorded.trash).toEqual({ links: 2, clips: 2, others: 1, clipLinks: 0 });
  const library = await aLibrary(manager, { kind: "workspace" });
  await anItem(library, call, manager);
  const settings = () => page(manager, `/library/${library.id}`);
  expect(await settings()).not.toContain("stops working");
  await makeLibraryLink(manager, library.id, newLibraryLinkForm.parse({}));
  expect(await settings()).toContain("1 link to it stops working until it is restored.");
  const leaving = (actor: SignedIn) => page(admin, `/setting/member?edit=${actor.memberId}`);
  expect(await leaving(manager)).toContain("2 links made by Mari Kato stop working for good.");
  // Those to their own calls go to the successor.
  expect(await leaving(owner)).not.toContain("made by Jo Rep");
});

test("deleted clips are there without script, with their end and the way back", async () => {
  const owner = await aMember(await aWorkspace(), { name: "Jo Rep" });
  const call = await aCall(owner);
  const clip = await aClip(call, owner, { title: "Holding the price" });
  expect(await page(owner, "/clips?state=deleted")).toContain("No deleted clips");
  await deleteClip(owner, clip.id);
  expect(await page(owner, "/clips")).not.toContain("Holding the price");
  const words = await page(owner, "/clips?state=deleted");
  expect(words).toMatch(/Holding the price.*Deleted by Jo Rep.*Gone for good on .*Restore/);
  await restoreClip(owner, clip.id);
  await trashCall(owner, call.id, { withClips: true });
  const gone = await page(owner, "/clips?state=deleted");
  expect(gone).toContain("Deleted with its call, and comes back with it.");
  expect(gone).not.toContain("Gone for good on");
});
