import { expect, test } from "vitest";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { renewCutNames, renewCutWords, requeueCuts } from "../cut/upkeep.server.ts";
import { listLinks } from "./link-list.server.ts";
import { revokeLink } from "./link-writes.server.ts";
import { emptyRevokedCuts } from "./revoked-cuts.server.ts";
import { findSharedLink } from "./shared-link.server.ts";
import { deleteOldVisits, grantVisit } from "./visit.server.ts";
import { findVisitorFile, recordPulse } from "./visit-access.server.ts";

await queueForFile();
const origin = { ip: "192.0.2.7", agent: null, requestId: null };
const DAY_MS = 86_400_000;

async function aScene() {
  const owner = await aMember(await aWorkspace());
  const call = await aCall(owner);
  const elena = await aParticipant(call);
  await aTranscript(call, [{ participantId: elena.id, t0Ms: 0, t1Ms: 2_000, text: "one two" }]);
  const [revoked, open] = [await aReadyLink(owner, call), await aReadyLink(owner, call)];
  const { secret } = await grantVisit(await findSharedLink(revoked.urlPath, origin), null);
  const from = { secret, origin, memberId: null };
  const ranges = [{ t0Ms: 0, t1Ms: 5_000 }];
  await recordPulse(revoked.cutId, from, { ranges, isOpened: true });
  await revokeLink(owner, revoked.linkId);
  return { owner, call, revoked, open, secret };
}
/** Runs something as if so many days had passed. */
async function daysLater<T>(days: number, run: () => Promise<T>): Promise<T> {
  const go = stopClock(new Date(Date.now() + days * DAY_MS + 60_000));
  try {
    return await run();
  } finally {
    go();
  }
}

test("a day after a link was revoked its files and words are gone, and its views still stand in the log", async () => {
  const { owner, call, revoked, open, secret } = await aScene();
  await daysLater(0, emptyRevokedCuts);
  expect(await db.cutFile.count({ where: { cutId: revoked.cutId } })).toBe(2);
  await daysLater(1, emptyRevokedCuts);
  expect(await db.cutFile.count({ where: { cutId: revoked.cutId } })).toBe(0);
  const cut = await db.cut.findFirstOrThrow({ where: { id: revoked.cutId } });
  expect(cut).toMatchObject({ words: null, quote: null, made: null, lanes: [] });
  await expect(findVisitorFile(revoked.mixId, secret)).rejects.toMatchObject({
    code: "not_found",
  });
  const { links } = await listLinks(owner, call.id);
  const shown = links.find(({ linkId }) => linkId === revoked.linkId);
  expect(shown).toMatchObject({ state: "revoked", views: 1, visits: [{ seconds: 5 }] });
  // The link that works keeps all of it.
  expect(await db.cutFile.count({ where: { cutId: open.cutId } })).toBe(2);
});

test("what was emptied is made again by nothing: no correction, no renaming, no lost job", async () => {
  const { call, revoked } = await aScene();
  await daysLater(1, emptyRevokedCuts);
  const { workspaceId, id: callId } = call;
  await db.$transaction((tx) => renewCutNames(tx, { workspaceId, callId }));
  await renewCutWords({ workspaceId, callId });
  await daysLater(2, requeueCuts);
  const cut = await db.cut.findFirstOrThrow({ where: { id: revoked.cutId } });
  expect([cut.state, cut.words]).toEqual(["failed", null]);
  const again = await daysLater(2, emptyRevokedCuts);
  expect(again).toBe(0);
});

test("lines of the log of views go with the logs of their workspace", async () => {
  const { revoked } = await aScene();
  const count = () => db.shareVisit.count({ where: { linkId: revoked.linkId } });
  await daysLater(399, deleteOldVisits);
  expect(await count()).toBe(1);
  await daysLater(401, deleteOldVisits);
  expect(await count()).toBe(0);
});
