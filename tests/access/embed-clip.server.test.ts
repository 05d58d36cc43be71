import { afterAll, expect, test } from "vitest";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { listOwnEmbedKeys } from "#app/core/domain/embed/embed-keys.server.ts";
import { makeClipLink } from "#app/core/domain/share/clip-link.server.ts";
import { newClipLinkForm } from "#app/core/domain/share/link.schema.ts";
import { listLinksOfClip } from "#app/core/pages/call-links.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { aCall, aMember, aParticipant, aTranscript, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { publishCutOf } from "#tests/support/shares.ts";
import { openApp } from "./app.ts";
import { aKey, askFramed, dataOf, jsonOf } from "./embed-scene.ts";
import { serve } from "./served.ts";

await queueForFile();
const app = await openApp();
const door = await serve(app);
const { ask, open } = askFramed(door);
afterAll(() => {
  door.close();
  app.close();
});

/** A private call, and a clip of its second sentence that plays on another site. */
async function anEmbeddedClip() {
  const workspace = await aWorkspace({ name: "Kestrel Freight" });
  const owner = await aMember(workspace, { name: "Mari Kato" });
  const call = await aCall(owner, { title: "A secret offer", durationMs: 60_000 });
  const elena = await aParticipant(call, { name: "Elena Duarte", side: "C" });
  const said = { participantId: elena.id };
  await aTranscript(call, [
    { ...said, t0Ms: 1_000, t1Ms: 3_000, text: "outside of it" },
    { ...said, t0Ms: 11_000, t1Ms: 13_000, text: "twelve percent" },
  ]);
  const pieces = JSON.stringify([{ t0Ms: 10_000, t1Ms: 20_000 }]);
  const clipId = await makeClip(owner, call.id, newClipForm.parse({ title: "The price", pieces }));
  const cut = await db.cut.findFirstOrThrow({ where: { clipId }, select: { id: true } });
  await publishCutOf(call, cut.id, Buffer.alloc(300_000, "sound"));
  const { linkId } = await makeClipLink(
    owner,
    clipId,
    newClipLinkForm.parse({
      ...{ names: "true", transcript: "true", audience: "anyone", embed: "true", revision: "1" },
    }),
  );
  const key = await aKey(owner, { linkId }, { showsTitle: "true" });
  return { owner, call, clipId, linkId, key };
}

test("a clip plays on the site that its key lists, its words and its sound alone", async () => {
  const { owner, call, clipId, linkId, key } = await anEmbeddedClip();
  const page = await open(clipId, { k: key.secret });
  expect(page.status).toBe(200);
  expect(page.text).toContain("The price");
  expect(page.text).not.toContain("secret offer");
  const data = dataOf(page.text);
  const sound = await ask(`${data.sound}?s=${data.signature}`);
  expect(sound.status).toBe(200);
  const words = await ask(`${data.words ?? ""}?s=${data.signature}`);
  expect(words.text).toContain("twelve");
  expect(words.text).not.toContain("outside");
  // It goes on past the ten minutes of a signature.
  expect((await ask(data.pulse)).status).toBe(200);
  const visits = await db.shareVisit.count({ where: { linkId, embedKeyId: key.keyId } });
  expect(visits).toBe(1);
  // A key of a clip is none of its call, and a call's address plays none of it.
  expect((await open(call.id, { k: key.secret })).status).toBe(403);
  const ofCall = data.pulse.replace(clipId, call.id);
  expect(ofCall).not.toBe(data.pulse);
  expect((await ask(ofCall)).status).toBe(403);

  const [own] = await listOwnEmbedKeys(owner);
  expect(own).toMatchObject({ subject: { kind: "clip", id: clipId }, subjectTitle: "The price" });
  const view = await listLinksOfClip(owner, clipId);
  const snippet = view.links.flatMap(({ keys }) => keys.map((one) => one.snippet));
  expect(snippet).toEqual([expect.stringContaining(paths.embedPlayback(clipId))]);
  expect(snippet[0]).toContain('title="Clip: The price"');
  const url = `${env().appUrl}${paths.embedPlayback(clipId, { k: key.secret })}`;
  const described = await ask(paths.oembed(url));
  expect(jsonOf(described.text)).toMatchObject({ title: "The price" });
});

test("it ends with the clip, and with what nobody agreed to", async () => {
  const { clipId, key } = await anEmbeddedClip();
  await db.clip.updateMany({ where: { id: clipId }, data: { revision: 2 } });
  expect((await open(clipId, { k: key.secret })).status).toBe(410);
  await db.clip.updateMany({ where: { id: clipId }, data: { revision: 1 } });
  expect((await open(clipId, { k: key.secret })).status).toBe(200);
  await db.clip.updateMany({ where: { id: clipId }, data: { deletedAt: new Date() } });
  expect((await open(clipId, { k: key.secret })).status).toBe(410);
});
