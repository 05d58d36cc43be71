import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wordsOfRanges } from "#app/core/domain/cut/words.ts";
import { cutWords, spreadWords } from "#app/core/domain/words/words.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import {
  aCall,
  aClip,
  aMember,
  aParticipant,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { type App, openApp } from "./app.ts";
import { outsiderOf } from "./outsider.ts";
import { type Door, serve } from "./served.ts";

await queueForFile();
let app: App;
let door: Door;
beforeAll(async () => {
  app = await openApp(null, { draws: true });
  door = await serve(app);
});
afterAll(() => {
  door.close();
  app.close();
});

const TITLE = "価格の話: 12 % / 年";
const FILES = { mix: "audio/mp4", mp3: "audio/mpeg", mp4: "video/mp4" } as const;

/** A clip for the workspace with a title card, its words, and the files it is kept as. */
async function aScene(output: Partial<Prisma.CutOutputUncheckedCreateInput> = {}) {
  const workspace = await aWorkspace();
  const owner = await aMember(workspace, { name: "Mari Kato" });
  const colleague = await aMember(workspace);
  const call = await aCall(owner, { visibility: "private", language: "ja" });
  await aParticipant(call);
  await aTranscript(call, []);
  const more = { visibility: "workspace", title: TITLE, card: TITLE, hasCaptions: false } as const;
  const { id } = await aClip(call, owner, more);
  const { workspaceId } = owner;
  const { id: cutId } = await db.cut.findFirstOrThrow({ where: { clipId: id } });
  const lanes = [{ name: "Elena", side: "C" as const }];
  const words = spreadWords(cutWords("all of it"), { startMs: 40, endMs: 900 });
  const said = [{ lane: 0, t0Ms: 40, t1Ms: 900, flags: 0, words }];
  await db.cut.update({
    where: { workspaceId_id: { workspaceId, id: cutId } },
    data: {
      ...{ state: "ready", wordsVersion: 1, lanes },
      made: { revision: 1, ranges: [{ t0Ms: 0, t1Ms: 1_000 }] },
      words: wordsOfRanges(said, [{ t0Ms: 0, t1Ms: 1_000 }], lanes, 1),
    },
  });
  await db.cutOutput.create({
    data: { workspaceId, cutId, state: "ready", revision: 1, wordsVersion: 1, ...output },
  });
  const fileOf = async (kind: keyof typeof FILES): Promise<string> => {
    const [fileId, bytes] = [newId(), Buffer.from(`the ${kind}`)];
    const key = `${workspaceId}/cuts/${cutId}/1-1/clip.${kind}`;
    await blobs().put(key, Readable.from([bytes]));
    await db.cutFile.create({
      data: {
        ...{ id: fileId, workspaceId, cutId, revision: 1, kind, key, mime: FILES[kind] },
        ...{ bytes: BigInt(bytes.length), sha256: new Uint8Array(32).fill(kind.length) },
      },
    });
    return fileId;
  };
  await fileOf("mix");
  return { owner, colleague, id, fileOf };
}

function signedIn({ token }: SignedIn) {
  const browser = outsiderOf(door);
  browser.jar.set("__Host-sid", token);
  return browser;
}

test("each file is saved under the clip's title, and every download of it is an entry", async () => {
  const { colleague, id, fileOf } = await aScene();
  const { get } = signedIn(colleague);
  const entries = async () =>
    (
      await db.auditEntry.findMany({
        where: { target: id, event: { in: ["media.downloaded", "transcript.exported"] } },
        orderBy: { id: "asc" },
        select: { actor: true, event: true, log: true, after: true },
      })
    ).map(({ actor, ...entry }) => ({ ...entry, isOwn: actor === colleague.memberId }));
  const [mp3, mp4] = [await fileOf("mp3"), await fileOf("mp4")];
  const addresses = {
    mp4: paths.clipDownload(mp4),
    mp3: paths.clipDownload(mp3),
    vtt: paths.clipWordsFile(id, "vtt"),
    txt: paths.clipWordsFile(id, "txt"),
  };
  for (const [format, address] of Object.entries(addresses)) {
    const { status, headers } = await get(address);
    const name = encodeURIComponent(`価格の話 12 % 年.${format}`);
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toContain(`filename*=UTF-8''${name}`);
    // A copy that the browser has would be saved once more without an entry.
    const isKept = headers.has("etag") && headers.get("cache-control") !== "no-store";
    expect([format, isKept]).toEqual([format, false]);
  }
  const ofUser = { log: "user", isOwn: true };
  expect(await entries()).toEqual([
    { event: "media.downloaded", after: '{"file":"mp4"}', ...ofUser },
    { event: "media.downloaded", after: '{"file":"mp3"}', ...ofUser },
    { event: "transcript.exported", after: '{"format":"vtt"}', ...ofUser },
    { event: "transcript.exported", after: '{"format":"txt"}', ...ofUser },
  ]);
  // The rest of a download that broke off is the same one, and what is played is none.
  expect((await get(addresses.mp4, { range: "bytes=2-" })).status).toBe(206);
  expect((await get(paths.clipFile(mp4))).headers.get("content-disposition")).toBe("inline");
  expect(await entries()).toHaveLength(4);
});

test("the page offers them as downloads, and captions on the clock of the video", async () => {
  const { colleague, id, fileOf } = await aScene();
  const { get } = signedIn(colleague);
  const mp4 = await fileOf("mp4");
  const { text } = await get(paths.clip(id), { accept: "text/html" });
  expect(text).toContain(`href="/media/clip/${mp4}?download=1"`);
  expect(text).toContain("Captions for the video (VTT)");
  expect(text).toContain("2.5 s late for the sound alone");
  expect(text).not.toContain("Video with captions");
  expect((await get(paths.clipWordsFile(id, "vtt"))).text).toContain("00:00:02.540 -->");
});

test("a video that waits says for what, and sound that failed how it goes on; Retry is for who may change the clip", async () => {
  const waiting = await aScene({ state: "queued", cause: "font_missing" });
  await waiting.fileOf("mp3");
  const page = async (who: SignedIn, id: string) =>
    (await signedIn(who).get(paths.clip(id), { accept: "text/html" })).text;
  const isRetry = 'value="retry_clip"';
  const own = await page(waiting.owner, waiting.id);
  expect(own).toContain("The sound (MP3) can be downloaded, the video (MP4) not yet.");
  expect(own).toContain("install fonts-ipaexfont-gothic");
  expect(own).toContain(isRetry);
  const seen = await page(waiting.colleague, waiting.id);
  expect(seen).toContain("install fonts-ipaexfont-gothic");
  expect(seen).not.toContain(isRetry);

  const failed = await aScene({ state: "failed", cause: "media_crashed" });
  expect(await page(failed.owner, failed.id)).toMatch(
    /The MP3 and the MP4 could not be made\..*Preparing the audio stopped.*Retry\. If it fails again, tell your admin\..*It still plays here\./s,
  );
  expect(await page(failed.colleague, failed.id)).toContain("Ask Mari Kato to retry.");
});
