import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { uploaded } from "#tests/support/uploaded.ts";
import { openWorkerContext, type WorkerContext } from "../context.ts";
import { transcodeRecording } from "./recording-transcode.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-transcode-"));
let context: WorkerContext;
await queueForFile();
let rep: SignedIn;
beforeAll(async () => {
  context = await openWorkerContext();
});
afterAll(async () => {
  await context.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  rep = await aMember(await aWorkspace(), { name: "Mari Kato" });
});

/** A WAV of two seconds: a tone on each channel. */
function tones(channels: 1 | 2): Buffer {
  const file = join(folder, `${channels}.wav`);
  const inputs = [440, 660]
    .slice(0, channels)
    .flatMap((hz) => ["-f", "lavfi", "-i", `sine=${hz}:d=2`]);
  const join2 = channels === 2 ? ["-filter_complex", "join=inputs=2:channel_layout=stereo"] : [];
  execFileSync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...inputs, ...join2, file]);
  return readFileSync(file);
}

async function made(
  file: { bytes: Buffer; speaker?: string; side?: "R" | "C" },
  channels: "auto" | "yes" | "no" = "auto",
) {
  const { callId, recordingId } = await uploaded(rep, [file], { channels });
  await transcodeRecording(
    { v: 1, workspaceId: rep.workspaceId, recordingId },
    { signal: new AbortController().signal, context },
  );
  const { quality } = await db.call.findFirstOrThrow({ where: { id: callId } });
  const tracks = await db.track.findMany({
    where: { recordingId },
    orderBy: { lane: "asc" },
    select: {
      source: true,
      participant: { select: { name: true, side: true, lane: true, memberId: true } },
    },
  });
  expect(await db.participant.count({ where: { callId } })).toBe(
    tracks.filter(({ participant }) => participant !== null).length,
  );
  return { quality, tracks };
}

test("a file with one lane is the voice of the one who was named", async () => {
  expect(await made({ bytes: tones(1), speaker: "Ana Costa", side: "C" })).toEqual({
    quality: "A",
    tracks: [
      {
        source: "microphone",
        participant: { name: "Ana Costa", side: "C", lane: 0, memberId: null },
      },
    ],
  });
});

test("a file with one lane and no name is everybody", async () => {
  expect(await made({ bytes: tones(1) })).toEqual({
    quality: "C",
    tracks: [{ source: "mix", participant: null }],
  });
});

test.each([
  ["R", ["Theo Brandt", ""]],
  ["C", ["Mari Kato", "Theo Brandt"]],
] as const)(
  "with a channel per speaker the name is the channel of side %s",
  async (side, names) => {
    const { quality, tracks } = await made(
      { bytes: tones(2), speaker: "Theo Brandt", side },
      "yes",
    );
    expect(quality).toBe("A");
    expect(tracks.map(({ participant }) => participant)).toMatchObject([
      { name: names[0], side: "R", lane: 0 },
      { name: names[1], side: "C", lane: 1 },
    ]);
  },
);
