import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ffmpegPids, openRoom, type Room } from "#media/fixtures/room.ts";
import { decode, onsetsOf } from "#tests/support/tones.ts";
import { type Sfu, sfuFile, startSfu } from "#tests/support/sfu.ts";
import { assembleMix, assembleTrack, readRecording } from "./assemble.ts";
import { findGaps } from "./journal-facts.ts";
import type { JournalEvent } from "./journal.ts";
import { type PcmBlock, PcmBlockReader } from "./pcm-block.ts";
import { RESUME_GUARD_MS } from "./pauses.ts";
import { openPublisher, type Publisher } from "./publisher.ts";
import { openTestCall, SPEAKS, type TestCall } from "./test-call.ts";

/** Each person climbs a ladder of their own, a tone a step, in a place of the step of their own: whose and when is heard in every tone. */
const LADDERS = {
  "rep:anna:1": [400, 520, 640, 760, 880],
  "g:bo": [1500, 1640, 1780, 1920, 2060],
  "g:cleo": [2600, 2760, 2920, 3080, 3240],
  "mgr:max": [4000, 4200, 4400, 4600, 4800],
} as const;
type Person = keyof typeof LADDERS;
const EVERYBODY: readonly Person[] = ["rep:anna:1", "g:bo", "g:cleo", "mgr:max"];
const STEP_MS = 1500;
const TONE_MS = 200;
const offsetOf = (who: Person) => 300 * EVERYBODY.indexOf(who);
/** In a step, all have spoken and been heard. */
const QUIET_MS = 1380;
/** Capture and network; the wait in the jitter buffer is taken off: 1–47 ms on an idle host, up to 70 while others use its cores. */
const ON_THE_WAY_MS = 30;

const isHere = (await sfuFile()) !== null;
let sfu: Sfu;
let tools: Room;
let publisher: Publisher;
const ends: (() => Promise<unknown>)[] = [];
/** A volume of 40 MB, where this machine lets us make one. */
const volume = mkdtempSync(join(tmpdir(), "parley-recorder-volume-"));
const canMount =
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", volume]).status === 0;
beforeAll(async () => {
  if (!isHere) return;
  [sfu, tools] = await Promise.all([startSfu(), openRoom()]);
  publisher = openPublisher();
  ends.push(sfu.stop, tools.close, publisher.stop);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
  if (canMount) spawnSync("umount", [volume]);
  rmSync(volume, { recursive: true, force: true });
});

async function begin(): Promise<TestCall> {
  const call = await openTestCall(sfu);
  ends.push(call.close);
  return call;
}

/** Names of one room are no names of another: the publisher knows all its people. */
const nameIn = (call: TestCall, who: Person) => `${call.room} ${who}`;

async function speak(call: TestCall, who: Person, by = publisher): Promise<void> {
  const times = { everyMs: STEP_MS, onMs: TONE_MS, peak: 8000 };
  await by.join({
    id: nameIn(call, who),
    url: sfu.url,
    token: await call.token(who, SPEAKS),
    startAtMonoNs: String(BigInt(call.t0MonoNs) + BigInt(offsetOf(who)) * 1_000_000n),
    tracks: [{ source: "microphone", sound: { kind: "tones", hz: [...LADDERS[who]], ...times } }],
  });
}

/** `lateMs` after its moment in the script; `step` −1 for a tone that cannot be there. */
type Heard = { who: Person; step: number; lateMs: number };
/** Whose tones of which step of the script are in a file that begins at the call's zero. */
async function heardIn(file: string, who: readonly Person[]): Promise<Heard[]> {
  return toHeard(await decode(file, 16_000), who);
}
function toHeard(pcm: Int16Array, who: readonly Person[]): Heard[] {
  return who.flatMap((person) => {
    const ladder: readonly number[] = LADDERS[person];
    return onsetsOf(pcm, 16_000, ladder).map(({ atMs, endMs, hz }) => {
      // By its end: a tone may have lost its start.
      const step = Math.round((endMs - TONE_MS - ON_THE_WAY_MS - offsetOf(person)) / STEP_MS);
      const lateMs = atMs - step * STEP_MS - offsetOf(person);
      return { who: person, step: ladder[step % ladder.length] === hz ? step : -1, lateMs };
    });
  });
}
const steps = (heard: readonly Heard[], who: Person) =>
  heard.filter((one) => one.who === who).map(({ step }) => step);
/** Whether the publisher itself was held up while somebody said a step: then nobody heard it whole. */
function isSaid(call: TestCall, who: Person, step: number, by = publisher): boolean {
  const fromMs = step * STEP_MS + offsetOf(who) - 150;
  return !by.told().some((event) => {
    if (event.type !== "skipped" || event.id !== nameIn(call, who)) return false;
    const atMs = Number(BigInt(event.atMonoNs) - BigInt(call.t0MonoNs)) / 1e6;
    return atMs > fromMs && atMs - event.ms < fromMs + TONE_MS + 300;
  });
}
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Assembles every track of a folder. */
async function assemble(call: TestCall) {
  const recording = await readRecording(call.dir);
  const job = {
    jobDir: await tools.job(),
    tools: tools.tools,
    signal: new AbortController().signal,
  };
  const { endMs } = recording;
  const people = [...new Set(recording.parts.map(({ id }) => id))].filter((id) => id !== "mix");
  const made = await Promise.all(
    people.map(async (id) => {
      const own = recording.parts.filter((part) => part.id === id);
      const name = `${id.replaceAll(":", "-")}.ogg`;
      return { id, ...(await assembleTrack({ name, parts: own, endMs }, job)) };
    }),
  );
  const tracks = made.filter(({ id }) => !id.startsWith("mgr:"));
  const mix = await assembleMix(
    recording,
    { name: "mix.ogg", tracks: () => Promise.resolve(tracks), endMs },
    job,
  );
  const fileOf = (id: Person) => join(job.jobDir, `${id.replaceAll(":", "-")}.ogg`);
  return { recording, made, mix, mixFile: join(job.jobDir, mix.name), fileOf };
}

/** Waits for the quiet moment `later` steps on; @returns the step that is over then */
async function pass(call: TestCall, later: number): Promise<number> {
  const step = Math.ceil((call.nowMs() - QUIET_MS) / STEP_MS) + later;
  await call.at(step * STEP_MS + QUIET_MS);
  return step;
}

test.skipIf(!isHere).concurrent(
  "a killed recorder, a killed encoder and a full reconnect: tracks stay on one clock, and every hole is known",
  async () => {
    const call = await begin();
    const first = await call.record(1);
    await first.until("ready");
    const pair: Person[] = ["rep:anna:1", "g:bo"];
    await Promise.all(pair.map((who) => speak(call, who)));
    for (const who of pair) await first.until("segStart", ({ id }) => id === who);
    const from = await pass(call, 0);
    const lastBefore = await pass(call, 2);
    const killedMs = call.nowMs();
    first.kill("SIGKILL");
    await first.exit;
    const second = await call.record(2);
    const ready = await second.until("ready", () => true, 15_000);
    const back = await second.until("segStart", ({ id }) => id === "g:bo");
    await second.until("segStart", ({ id }) => id === "rep:anna:1");
    const [wayBack, recorded] = [ready.t - killedMs, back.startMs - killedMs].map(Math.round);
    console.log(
      `  killed, in the room again after ${wayBack} ms, recorded again after ${recorded} ms`,
    );
    const again = await pass(call, 0);
    await call.at(call.nowMs() + 700); // somebody speaks, or has just spoken
    const [encoder] = await ffmpegPids(join(call.dir, back.file));
    expect(encoder).toBeDefined();
    process.kill(encoder ?? 0, "SIGKILL");
    const next = await second.until("seg", ({ id, n }) => id === "g:bo" && n !== back.n);
    const beforeReconnect = await pass(call, 1);
    publisher.ask({ do: "scenario", id: nameIn(call, "rep:anna:1"), scenario: "full-reconnect" });
    await second.until("segStart", ({ id, t }) => id === "rep:anna:1" && t > next.t);
    const reconnected = await pass(call, 0);
    const last = await pass(call, 2);
    const overMs = call.nowMs();
    second.send({ stop: true });
    expect(await second.exit).toEqual({ code: 0, signal: null });

    const { recording, made, mix, mixFile, fileOf } = await assemble(call);
    const { facts, endMs } = recording;
    expect(Math.abs(endMs - overMs)).toBeLessThan(200);
    for (const { durationMs } of [...made, mix])
      expect(Math.abs(durationMs - endMs)).toBeLessThanOrEqual(40);

    const mixed = await heardIn(mixFile, pair);
    const kept = {
      "rep:anna:1": [
        ...range(from + 1, lastBefore),
        ...range(again + 1, beforeReconnect),
        ...range(reconnected + 1, last),
      ],
      "g:bo": [...range(from + 1, lastBefore), ...range(again + 1, last)],
    };
    const late: number[] = [];
    for (const who of ["rep:anna:1", "g:bo"] as const) {
      const own = await heardIn(fileOf(who), pair);
      const whole = kept[who].filter((step) => isSaid(call, who, step));
      expect(whole.length).toBeGreaterThan(2);
      expect(steps(own, who)).toEqual(expect.arrayContaining(whole));
      expect(steps(mixed, who)).toEqual(expect.arrayContaining(whole));
      expect(own.filter((one) => one.who !== who || one.step < 0)).toEqual([]);
      late.push(...own.filter(({ step }) => whole.includes(step)).map(({ lateMs }) => lateMs));
    }
    console.log(`  tones after their moment: ${late.map((ms) => ms.toFixed(0)).join(" ")} ms`);
    for (const ms of late) expect(Math.abs(ms - ON_THE_WAY_MS)).toBeLessThan(100);
    expect(Math.max(...late) - Math.min(...late)).toBeLessThan(100);

    const gaps = findGaps(facts, recording.endOf, endMs);
    for (const id of pair) {
      const down = gaps.filter((gap) => gap.id === id && gap.cause === "recorder");
      expect(down).toHaveLength(1);
      expect(killedMs - (down[0]?.fromMs ?? 0)).toBeLessThan(500);
      expect(down[0]?.toMs).toBe(
        facts.parts.find((part) => part.id === id && part.attempt === 2)?.startMs,
      );
    }
    expect(gaps.map(({ cause }) => cause)).not.toContain("encoder");
    expect(facts.attempts.map(({ endedBy }) => endedBy)).toEqual([null, "stop"]);
  },
  90_000,
);

test.skipIf(!isHere).concurrent(
  "pause, skip, mute, coach and hand-over: what must not be kept is nowhere, the rest is everywhere",
  async () => {
    const call = await begin();
    const blocks: PcmBlock[] = [];
    const recogniser = await hearBlocks(join(call.dir, "pcm.sock"), blocks);
    const env = { PCM_SOCK: join(call.dir, "pcm.sock") };
    const first = await call.record(1, { skip: ["g:cleo"], env });
    await first.until("ready");
    await Promise.all(EVERYBODY.map((who) => speak(call, who)));
    for (const who of ["rep:anna:1", "g:bo", "mgr:max"])
      await first.until("segStart", ({ id }) => id === who);
    const from = await pass(call, 0);
    const lastBefore = await pass(call, 1);
    first.send({ pause: true });
    const paused = await first.until("pause");
    const lastPaused = await pass(call, 2);
    first.send({ pause: false });
    const resumed = await first.until("resume");
    expect(resumed.atMs - resumed.t).toBeLessThan(RESUME_GUARD_MS + 2);
    await pass(call, 1);
    // The newer one is told what the older one was told, and takes over while that one still records.
    const second = await call.record(2, { skip: ["g:cleo"], env });
    await second.until("ready", () => true, 15_000);
    for (const who of ["rep:anna:1", "g:bo", "mgr:max"])
      await second.until("segStart", ({ id }) => id === who);
    first.send({ stop: true });
    expect((await first.exit).code).toBe(0);
    const lastBo = await pass(call, 1);
    second.send({ skip: "g:bo", on: true });
    await second.until("segEnd", ({ id, why }) => id === "g:bo" && why === "skipped");
    second.send({ skip: "g:cleo", on: false });
    await call.mute("rep:anna:1");
    await second.until("mute");
    await second.until("segStart", ({ id }) => id === "g:cleo");
    const cleoFrom = await pass(call, 0);
    const last = await pass(call, 2);
    await call.deleteRoom();
    expect((await second.exit).code).toBe(0);
    await recogniser();

    const { recording, mixFile, fileOf } = await assemble(call);
    const files = new Map<Person, Heard[]>();
    for (const who of EVERYBODY) files.set(who, await heardIn(fileOf(who), EVERYBODY));
    const mix = await heardIn(mixFile, EVERYBODY);
    const fed = EVERYBODY.flatMap((who) => {
      const pcm = new Int16Array((recording.endMs + 1000) * 16);
      for (const { id, startMs, pcm: block } of blocks)
        if (id.startsWith(`${who}/`)) pcm.set(block, Math.round(startMs * 16));
      return toHeard(pcm, EVERYBODY);
    });
    const all = [...[...files.values()].flat(), ...mix, ...fed];
    const own = (who: Person) => files.get(who) ?? [];

    // Said while paused: in nothing at all.
    expect(all.filter(({ step }) => step > lastBefore && step <= lastPaused)).toEqual([]);
    const peaks = peaksBetween(call.dir, paused.atMs, resumed.atMs);
    expect(peaks.length).toBeGreaterThan(60);
    expect(peaks.every((peak) => peak === 0)).toBe(true);
    const kept = [...range(from + 1, lastBefore), ...range(lastPaused + 2, lastBo)];
    for (const who of ["rep:anna:1", "g:bo"] as const)
      for (const [name, where] of Object.entries({ file: own(who), mix, fed })) {
        const whole = kept.filter((step) => isSaid(call, who, step));
        expect(whole.length).toBeGreaterThan(1);
        expect(steps(where, who), `${name} of ${who}`).toEqual(expect.arrayContaining(whole));
      }
    // Skipped: Bo later on, Cleo until then. Muted: Anna.
    expect(Math.max(...steps(all, "g:bo"))).toBe(lastBo);
    expect(Math.min(...steps(all, "g:cleo"))).toBeGreaterThan(lastBo);
    expect(steps(own("g:cleo"), "g:cleo")).toEqual(
      expect.arrayContaining(range(cleoFrom + 1, last)),
    );
    expect(Math.max(...steps(all, "rep:anna:1"))).toBe(lastBo);
    // A coach has a track and is in no mix; each track holds its own person only.
    expect(steps(own("mgr:max"), "mgr:max")).toEqual(expect.arrayContaining(kept));
    const coached = recording.parts.filter(({ id }) => id === "mgr:max");
    expect(coached.every(({ source }) => source === "coach")).toBe(true);
    expect(steps(mix, "mgr:max")).toEqual([]);
    for (const who of EVERYBODY)
      expect(own(who).filter((one) => one.who !== who || one.step < 0)).toEqual([]);
    // A hand-over leaves no hole.
    expect(findGaps(recording.facts, recording.endOf, recording.endMs)).toEqual([]);
    expect(recording.facts.pauses).toEqual([{ fromMs: paused.atMs, toMs: resumed.atMs }]);
    expect(recording.facts.mutes).toMatchObject([{ id: "rep:anna:1", toMs: null }]);
    expect(recording.facts.attempts.map(({ endedBy }) => endedBy)).toEqual([
      "stop",
      "ROOM_DELETED",
    ]);
  },
  90_000,
);

/** A recogniser that only listens; @returns ends it */
async function hearBlocks(path: string, blocks: PcmBlock[]): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const reader = new PcmBlockReader();
    sockets.add(socket);
    socket.on("data", (chunk) => blocks.push(...reader.push(chunk))).on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const end = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  ends.push(end);
  return end;
}

/** Of all tracks and attempts, without the bins that lie partly outside. */
function peaksBetween(dir: string, fromMs: number, toMs: number): number[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith(".peaks"))
    .flatMap((name) => [
      ...readFileSync(join(dir, name)).subarray(Math.ceil(fromMs / 100), Math.floor(toMs / 100)),
    ]);
}

test.skipIf(!isHere).concurrent(
  "a line on which nothing comes is told as a gap, though its file goes on",
  async () => {
    const call = await begin();
    const own = openPublisher();
    ends.push(own.stop);
    const first = await call.record(1);
    await first.until("ready");
    await speak(call, "g:bo", own);
    await first.until("segStart");
    await call.at(call.nowMs() + 500);
    const fromMs = call.nowMs();
    process.kill(own.pid, "SIGSTOP");
    await call.at(fromMs + 4500);
    process.kill(own.pid, "SIGCONT");
    const toMs = call.nowMs();
    const gap = await first.until("gap", ({ cause }) => cause === "link");
    await pass(call, 0);
    const [from, to] = [await pass(call, 0), await pass(call, 1)];
    first.send({ stop: true });
    expect((await first.exit).code).toBe(0);
    expect(gap).toMatchObject({ id: "g:bo", source: "microphone", samples: 0 });
    expect(Math.abs(gap.fromMs - fromMs)).toBeLessThan(500); // silence sends every 400 ms
    expect(gap.toMs - toMs).toBeGreaterThan(-300);
    expect(gap.toMs - toMs).toBeLessThan(2500);
    const { recording, fileOf } = await assemble(call);
    expect(recording.parts.filter(({ id }) => id === "g:bo")).toHaveLength(1);
    expect(findGaps(recording.facts, recording.endOf, recording.endMs)).toHaveLength(1);
    const said = range(from + 1, to).filter((step) => isSaid(call, "g:bo", step, own));
    expect(steps(await heardIn(fileOf("g:bo"), ["g:bo"]), "g:bo")).toEqual(
      expect.arrayContaining(said),
    );
  },
  60_000,
);

test.skipIf(!isHere).concurrent(
  "a full disk ends the attempt in order, keeps what there is, and stops nobody once there is room again",
  async ({ skip }) => {
    if (!canMount) skip("this user may not mount a small disk");
    const call = await begin();
    const env = { DIR: volume };
    const first = await call.record(1, { env });
    await first.until("ready");
    await speak(call, "g:bo");
    await first.until("segStart");
    const from = await pass(call, 0);
    const last = await pass(call, 1);
    const ballast = join(volume, "ballast");
    expect(spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=1M"]).status).not.toBe(0); // to the last byte
    const fullMs = call.nowMs();
    expect((await first.until("diskFull")).freeBytes).toBeLessThan(16 << 20);
    expect((await first.until("end")).why).toBe("diskFull");
    expect(await first.exit).toEqual({ code: 75, signal: null });

    const second = await call.record(2, { env });
    expect(await second.exit).toEqual({ code: 75, signal: null });
    expect(second.heard.map(({ type }) => type)).toEqual(["start", "diskFull"]);
    rmSync(ballast);
    const third = await call.record(3, { env });
    await third.until("segStart");
    third.send({ stop: true });
    expect((await third.exit).code).toBe(0);

    const { facts, parts, endOf } = await readRecording(volume);
    expect(facts.attempts.at(0)?.endedBy).toBe("diskFull");
    const [part] = parts.filter(({ id, attempt }) => id === "g:bo" && attempt === 1);
    expect(part && endOf(part)).toBeGreaterThan(fullMs - 500);
    const pcm = await decode(join(volume, part?.file ?? ""), 16_000);
    const before = new Int16Array(Math.round((part?.startMs ?? 0) * 16));
    const heard = toHeard(Int16Array.from([...before, ...pcm]), ["g:bo"]);
    const said = range(from + 1, last).filter((step) => isSaid(call, "g:bo", step));
    expect(steps(heard, "g:bo")).toEqual(expect.arrayContaining(said));
  },
  60_000,
);

test.skipIf(!isHere).concurrent(
  "how it ends: no room, no token, asked politely, parent gone, coaches' room, no trace of the token",
  async () => {
    const call = await begin();
    const refused = await call.record(1, { token: "not.a.token" });
    expect((await refused.until("connectFailed")).error).not.toContain("not.a.token");
    expect(await refused.exit).toEqual({ code: 75, signal: null });

    const coaches = await call.record(2, { env: { COACH: "room" } });
    const skips = await call.record(3, { env: { COACH: "skip" }, paused: true });
    expect((await skips.until("ready")).paused).toBe(true);
    await coaches.until("ready");
    await speak(call, "mgr:max");
    expect((await coaches.until("seg")).source).toBe("coach");
    await skips.until("join", ({ id }) => id === "mgr:max");
    await call.at(call.nowMs() + 1500);
    expect(skips.heard.map(({ type }) => type)).toContain("pause");

    skips.disconnect(); // a parent that died: it records on, and ends when it is asked
    await call.at(call.nowMs() + 500);
    skips.kill("SIGTERM");
    expect(await skips.exit).toEqual({ code: 0, signal: null });
    coaches.send({ stop: true });
    expect((await coaches.exit).code).toBe(0);

    const lines = call.journal();
    const parts = lines.filter((line): line is JournalEvent<"seg"> => line.type === "seg");
    expect(parts.map(({ a, source }) => [a, source]).sort()).toEqual([
      [2, "coach"],
      [3, "mix"],
    ]);
    expect(lines.filter(({ type }) => type === "end").map(({ a }) => a)).toEqual([1, 3, 2]);
    for (const name of readdirSync(call.dir)) {
      const bytes = readFileSync(join(call.dir, name), "latin1");
      for (const token of call.tokens) expect(bytes.includes(token)).toBe(false);
    }
    expect(readdirSync(call.dir).filter((name) => name.startsWith("spare"))).toEqual([]);
  },
  40_000,
);
