// First: the application reads its settings once.
import "#tests/support/absent-media-server.ts";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { repIdentity } from "#app/core/platform/livekit-names.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import {
  aGuest,
  aLiveCall,
  aStartedCall,
  codeOf,
  type LiveCall,
  turnLiveCallsOn,
} from "#tests/support/live-call.ts";
import { saveComponentStatus } from "../component/component-status.server.ts";
import { cutWords, spreadWords } from "../words/words.ts";
import { pauseRecording } from "./actions.server.ts";
import { findLiveCall } from "./live-call-view.server.ts";
import { recorderFolder } from "./recorder-folder.server.ts";
import { reportMissing, reportRecorder, reportState } from "./report.server.ts";
import { writeLiveSegment } from "./segments.server.ts";
import { marksOf, peopleOf, segmentsAfter, stateOf, waitingOf } from "./stream.server.ts";

let workspace: Workspace;
let owner: SignedIn;
let mate: SignedIn;
let manager: SignedIn;
let call: LiveCall;
beforeEach(async () => {
  await turnLiveCallsOn();
  await saveComponentStatus("speech", "test", "on", { engine: "pocketsphinx" });
  workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  mate = await aMember(workspace, { teams: [team] });
  manager = await aMember(workspace, { role: "manager", teams: [team] });
  call = await aLiveCall(owner, { language: "en" });
});

/** The recorder was heard of this long ago. */
const heard = (msAgo: number) =>
  db.$executeRaw`UPDATE live_recorder SET seen_at = now() - make_interval(secs => ${msAgo / 1000}), attempt = 1
    WHERE call_id = ${call.callId}::uuid`;
const say = (no: number, rev: number, text: string, isFinal = false, stableWords = 0) =>
  writeLiveSegment(call, {
    ...{ no, rev, isFinal, stableWords, participantId: call.hostId, t0Ms: no * 1_000 },
    ...{ t1Ms: no * 1_000 + 900, rawWords: null, timing: "engine" },
    words: spreadWords(cutWords(text), { startMs: no * 1_000, endMs: no * 1_000 + 900 }),
  });
const part = (identity: string, n: number, more: object = {}) =>
  reportRecorder(call, {
    ...{ kind: "part", identity, participantId: null, source: "microphone", attempt: 1, n },
    ...{ file: `${n}.ogg`, startMs: 0, durationMs: null, endCause: null, ...more },
  });

test("the recording is what the recorder says, with the tracks it writes now", async () => {
  await reportState(call, "recording");
  await heard(500);
  await part("rep:a:1", 0, { durationMs: 3_000, endCause: "eos" });
  await part("rep:a:1", 1);
  await part("g:b", 2);
  await part("g:b", 3, { source: "screen_audio" });
  await part("mix", 4, { source: "mix" });
  const { recording, startedAt } = await stateOf(call);
  expect(recording).toMatchObject({ state: "recording", tracks: 3, missing: [] });
  expect(startedAt).not.toBeNull();
});

test("a recorder in the room records nothing before the first sound", async () => {
  await reportState(call, "recording");
  await heard(0);
  expect((await stateOf(call)).recording.state).toBe("starting");
  await part("mix", 0, { source: "mix" });
  expect((await stateOf(call)).recording.state).toBe("starting");
  await part("rep:a:1", 1);
  expect((await stateOf(call)).recording).toMatchObject({ state: "recording", tracks: 1 });
  await part("rep:a:1", 1, { durationMs: 3_000, endCause: "eos" });
  expect((await stateOf(call)).recording.state).toBe("starting");
});

test("parts of a recorder that is gone are nobody's tracks", async () => {
  await reportState(call, "recording");
  await part("rep:a:1", 0);
  await db.liveRecorder.updateMany({
    where: { callId: call.callId },
    data: { attempt: 2, seenAt: new Date() },
  });
  expect((await stateOf(call)).recording.tracks).toBe(0);
});

test.each([
  [7_000, "recording"],
  [8_000, "absent"],
  [60_000, "absent"],
])("a recorder not heard of for %d ms is %s", async (ms, state) => {
  await reportState(call, "recording");
  await part("rep:a:1", 0);
  await heard(ms);
  const { recording } = await stateOf(call);
  expect(recording.state).toBe(state);
  if (state === "absent")
    expect(Math.abs(Date.now() - Date.parse(recording.since) - ms)).toBeLessThan(5_000);
});

test.each([
  ["recording", "rep.ogg", 1_000, "recording"],
  ["recording", "rep.ogg", 6_000, "absent"],
  ["recording", "journal.jsonl", 1_000, "absent"],
  ["paused", "journal.jsonl", 9_000, "paused"],
  ["paused", "journal.jsonl", 20_000, "absent"],
] as const)(
  "a worker that is gone, %s, while its recorder wrote %s %d ms ago: %s",
  async (state, name, agoMs, expected) => {
    await reportState(call, state);
    await part("rep:a:1", 0);
    await heard(60_000);
    const { dir } = await db.liveRecorder.findFirstOrThrow({ where: { callId: call.callId } });
    const file = join(recorderFolder(dir), name);
    await mkdir(recorderFolder(dir), { recursive: true });
    await writeFile(file, "sound");
    const at = new Date(Date.now() - agoMs);
    await utimes(file, at, at);
    expect((await stateOf(call)).recording.state).toBe(expected);
  },
);

test("a call whose recorder never came has none", async () => {
  await db.$executeRaw`UPDATE live_call SET created_at = now() - interval '9 s' WHERE call_id = ${call.callId}::uuid`;
  expect((await stateOf(call)).recording.state).toBe("absent");
});

test("who speaks and is not recorded is named", async () => {
  await heard(0);
  await reportState(call, "recording");
  await reportMissing(call, [call.hostId]);
  expect((await stateOf(call)).recording.missing).toEqual([owner.name]);
  await reportMissing(call, []);
  expect((await stateOf(call)).recording.missing).toEqual([]);
});

test.each([
  ["on", { engine: "pocketsphinx" }, "en", { state: "on", reason: null }],
  ["on", { engine: "pocketsphinx" }, "ja", { state: "off", reason: "language" }],
  ["on", { engine: "sherpa-onnx" }, "ja", { state: "on", reason: null }],
  ["off", { engine: "off" }, "en", { state: "off", reason: "no_engine" }],
  ["preparing", {}, "en", { state: "off", reason: "preparing" }],
] as const)(
  "with speech %s (%o) a call in %s says so",
  async (state, detail, language, expected) => {
    await saveComponentStatus("speech", "test", state, { ...detail });
    await db.call.updateMany({ where: { id: call.callId }, data: { language } });
    expect((await stateOf(call)).speech).toEqual(expected);
  },
);

test("a call nobody has entered has not begun", async () => {
  const other = await aStartedCall(mate);
  expect((await stateOf(other)).startedAt).toBeNull();
  expect(await peopleOf(other)).toMatchObject([
    { isHere: false, isMuted: false, identities: [], arrivedMs: null },
  ]);
});

test("people are one each, whatever their tabs; a coach is not of the company", async () => {
  const identity = repIdentity(owner.memberId, "another-tab");
  await reportRecorder(call, { kind: "join", identity, participantId: call.hostId, atMs: 900 });
  await db.participant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.callId, lane: 1 },
      ...{ side: "R", role: "coach", name: "Coach", memberId: manager.memberId },
    },
  });
  const people = await peopleOf(call);
  expect(people).toHaveLength(1);
  expect(people[0]).toMatchObject({ isHere: true, role: "host", isRecorded: true });
  expect(people[0]?.identities).toEqual([repIdentity(owner.memberId, "tab-of-the-host"), identity]);
  await reportRecorder(call, { kind: "leave", identity, atMs: 1_500 });
  expect((await peopleOf(call))[0]?.identities).toHaveLength(1);
});

test("after n comes the newest text of all that changed since, in order, and nothing twice", async () => {
  await say(0, 1, "hello");
  await say(1, 1, "good");
  await say(0, 2, "hello there", false, 1);
  await say(0, 3, "hello there everybody", true);
  const all = await segmentsAfter(call, 0);
  expect(
    all.map(({ seq, no, rev, isFinal, text, stable }) => [seq, no, rev, isFinal, text, stable]),
  ).toEqual([
    [2, 1, 1, false, "good", 0],
    [4, 0, 3, true, "hello there everybody", 21],
  ]);
  expect(await segmentsAfter(call, 4)).toEqual([]);
  await say(1, 2, "good morning", false, 1);
  expect(await segmentsAfter(call, 4)).toMatchObject([
    { seq: 5, no: 1, text: "good morning", stable: 4, participantId: call.hostId, t0Ms: 1_000 },
  ]);
});

test("many writers at once leave no hole: a reader that follows sees the last of every piece", async () => {
  let seq = 0;
  const seen = new Map<number, string>();
  const read = async () => {
    for (const segment of await segmentsAfter(call, seq)) {
      expect(segment.seq).toBeGreaterThan(seq);
      seq = segment.seq;
      seen.set(segment.no, segment.text);
    }
  };
  const writers = Array.from({ length: 8 }, async (_, no) => {
    for (let rev = 1; rev <= 10; rev += 1)
      await say(no, rev, `piece ${no} revision ${rev}`, rev === 10);
  });
  const done = Promise.all(writers);
  const state = { isDone: false };
  void done.then(() => (state.isDone = true));
  while (!state.isDone) await read();
  await read();
  expect([...seen.values()].sort()).toEqual(
    Array.from({ length: 8 }, (_, no) => `piece ${no} revision 10`),
  );
});

test("pauses and gaps lie among the notes, by the call's clock", async () => {
  await pauseRecording(owner, call.callId, true);
  await reportRecorder(call, {
    ...{ kind: "gap", participantId: call.hostId, fromMs: 0, toMs: 10, cause: "recorder" },
  });
  const marks = await marksOf(mate, call);
  expect(marks.map(({ kind }) => kind)).toEqual(["gap", "pause"]);
  expect(marks[0]).toMatchObject({ t0Ms: 0, t1Ms: 10, by: owner.name });
  expect(marks[1]?.t1Ms).toBeNull();
});

test("the host has the door and the link, who takes part the link, readers neither", async () => {
  await aGuest(call, "At the door");
  await db.participant.create({
    data: {
      ...{ id: newId(), workspaceId: workspace.id, callId: call.callId, lane: 1 },
      ...{ side: "R", role: "rep", name: mate.name, memberId: mate.memberId },
    },
  });
  const seen = await Promise.all(
    [owner, mate, manager].map((actor) => findLiveCall(actor, call.callId)),
  );
  expect(
    seen.map((view) => [
      view?.callRole,
      view?.waiting.map(({ name }) => name),
      view?.invitation === null ? null : "link",
      view?.canListen,
    ]),
  ).toEqual([
    ["host", ["At the door"], "link", false],
    ["rep", [], "link", false],
    ["watcher", [], null, true],
  ]);
});

test("a call that is over leads away, and one that may not be known is not there", async () => {
  const admin = await aMember(workspace, { role: "admin" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  await expect(codeOf(findLiveCall(stranger, call.callId))).resolves.toBe("not_found");
  await expect(codeOf(stateOf({ ...call, workspaceId: stranger.workspaceId }))).resolves.toBe(
    "not_found",
  );
  expect(await peopleOf({ ...call, workspaceId: stranger.workspaceId })).toEqual([]);
  expect(await waitingOf({ ...call, workspaceId: stranger.workspaceId })).toEqual([]);
  expect(await segmentsAfter({ ...call, workspaceId: stranger.workspaceId }, 0)).toEqual([]);
  await db.call.updateMany({ where: { id: call.callId }, data: { visibility: "private" } });
  for (const actor of [mate, manager, admin])
    await expect(codeOf(findLiveCall(actor, call.callId))).resolves.toBe("not_found");
  expect((await findLiveCall(owner, call.callId))?.callRole).toBe("host");
  await db.call.updateMany({ where: { id: call.callId }, data: { state: "ended" } });
  await expect(findLiveCall(owner, call.callId)).resolves.toBeNull();
});
