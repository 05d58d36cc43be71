import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LIMITS } from "#app/core/domain/limits.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { MOST_TRACKS } from "#media/ffmpeg/guard.ts";
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

/** A file of two seconds with a tone on each of its sound tracks. @param titles what each is called in the file, or null */
function trackFile(ending: "mkv" | "mov", titles: readonly (string | null)[]): Buffer {
  const file = join(folder, `tracks.${ending}`);
  const inputs = titles.flatMap((_, at) => ["-f", "lavfi", "-i", `sine=${440 + 110 * at}:d=2`]);
  const key = ending === "mov" ? "handler_name" : "title";
  const tracks = titles.flatMap((title, at) => [
    ...["-map", `${at}`],
    ...(title === null ? [] : [`-metadata:s:a:${at}`, `${key}=${title}`]),
  ]);
  execFileSync("ffmpeg", [
    ...["-nostdin", "-v", "error", "-y", ...inputs, ...tracks, "-c:a", "aac", file],
  ]);
  return readFileSync(file);
}

async function made(
  file: { bytes: Buffer; speaker?: string; side?: "R" | "C" },
  channels: "auto" | "yes" | "no" = "auto",
) {
  const { callId, recordingId } = await uploaded(rep, [file], { channels });
  return outcomeOf(callId, recordingId);
}

/** Runs the stages up to what plays. */
async function outcomeOf(callId: string, recordingId: string) {
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

const peopleOf = ({ tracks }: Awaited<ReturnType<typeof made>>) =>
  tracks.map(({ participant }) => [participant?.side, participant?.name]);

test("each sound track of a file is the lane of one person where the sender says so", async () => {
  const outcome = await made({ bytes: trackFile("mkv", [null, null, null]) }, "yes");
  expect(outcome.quality).toBe("A");
  expect(outcome.tracks).toMatchObject([
    {
      source: "microphone",
      participant: { name: "Mari Kato", side: "R", lane: 0, memberId: rep.memberId },
    },
    { source: "microphone", participant: { name: "", side: "C", lane: 1, memberId: null } },
    { participant: { name: "Customer 2", side: "C", lane: 2, memberId: null } },
  ]);
});

test.each([
  ["mkv", ["Mari Kato", "Jonas Weber", "Desktop Audio"]],
  ["mov", ["Mic/Aux", "Jonas Weber", "Core Media Audio"]],
] as const)("a track that is called after a person is theirs: %s", async (ending, titles) => {
  expect(peopleOf(await made({ bytes: trackFile(ending, titles) }, "yes"))).toEqual([
    ["R", "Mari Kato"],
    ["C", "Jonas Weber"],
    ["C", "Customer 2"],
  ]);
});

test("a first track with another name is ours, and not the owner's own", async () => {
  const { tracks } = await made({ bytes: trackFile("mkv", ["Ana Costa", null]) }, "yes");
  expect(tracks[0]?.participant).toMatchObject({ name: "Ana Costa", side: "R", memberId: null });
});

test.each([
  ["R", ["", "Jonas Weber", "Theo Brandt"]],
  ["C", ["Mari Kato", "Jonas Weber", "Theo Brandt"]],
] as const)(
  "the name that was given is the track that is called so, and no name is there twice: side %s",
  async (side, names) => {
    const bytes = trackFile("mkv", [null, "Jonas Weber", "Theo Brandt"]);
    const outcome = await made({ bytes, speaker: "Theo Brandt", side }, "yes");
    expect(peopleOf(outcome).map(([, name]) => name)).toEqual(names);
  },
);

test("a first track that is called after a person of the call is theirs, and not the owner's", async () => {
  const bytes = trackFile("mkv", ["Ana Costa", null]);
  const { callId, recordingId } = await uploaded(rep, [{ bytes }], { channels: "yes" });
  const { workspaceId } = rep;
  const person = {
    id: newId(),
    callId,
    name: "Ana Costa",
    side: "R",
    role: "host",
    lane: 7,
  } as const;
  await db.participant.create({ data: { workspaceId, ...person } });
  const { tracks } = await outcomeOf(callId, recordingId);
  expect(tracks[0]?.participant).toEqual({ name: "Ana Costa", side: "R", lane: 0, memberId: null });
});

test("further customers are called after their company, or in the owner's language", async () => {
  const bytes = trackFile("mkv", [null, null, null]);
  const { callId, recordingId } = await uploaded(rep, [{ bytes }], { channels: "yes" });
  const { workspaceId } = rep;
  const company = { id: newId(), workspaceId, name: "Alder & Sons" };
  await db.company.create({ data: company });
  await db.call.updateMany({ where: { id: callId }, data: { companyId: company.id } });
  expect(peopleOf(await outcomeOf(callId, recordingId)).map(([, name]) => name)).toEqual([
    "Mari Kato",
    "Alder & Sons",
    "Alder & Sons 2",
  ]);
  await db.member.updateMany({ where: { id: rep.memberId }, data: { language: "ja" } });
  expect(peopleOf(await made({ bytes }, "yes"))[2]).toEqual(["C", "顧客 2"]);
});

test("tracks made once more are the same people's", async () => {
  const bytes = trackFile("mov", [null, "Jonas Weber", null]);
  const { callId, recordingId } = await uploaded(rep, [{ bytes }], { channels: "yes" });
  const people = () =>
    db.participant.findMany({
      where: { callId },
      orderBy: { lane: "asc" },
      select: { id: true, name: true, lane: true },
    });
  const first = await outcomeOf(callId, recordingId);
  const before = await people();
  expect(before).toHaveLength(3);
  await db.stage.updateMany({
    where: { recordingId, name: { in: ["inspect", "normalise"] } },
    data: { state: "waiting" },
  });
  expect(await outcomeOf(callId, recordingId)).toEqual(first);
  expect(await people()).toEqual(before);
});

test("tracks that are not apart are mixed, and the recording says how many", async () => {
  const bytes = trackFile("mkv", [null, null]);
  for (const channels of ["auto", "no"] as const) {
    const { callId, recordingId } = await uploaded(rep, [{ bytes }], { channels });
    expect(await outcomeOf(callId, recordingId)).toEqual({
      quality: "C",
      tracks: [{ source: "mix", participant: null }],
    });
    expect(await db.recording.findFirst({ where: { id: recordingId } })).toMatchObject({
      mixedTracks: 2,
    });
  }
  const { callId, recordingId } = await uploaded(rep, [{ bytes }], { channels: "yes" });
  await outcomeOf(callId, recordingId);
  expect(await db.recording.findFirst({ where: { id: recordingId } })).toMatchObject({
    mixedTracks: null,
  });
  expect(await db.file.count({ where: { recordingId, kind: { in: ["mix", "peaks"] } } })).toBe(3);
});

test("a file cannot have more tracks than a call has people", () => {
  expect(MOST_TRACKS).toBeLessThanOrEqual(LIMITS.peopleInCall);
});
