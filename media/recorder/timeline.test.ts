import { expect, test } from "vitest";
import { RATE, Timeline } from "./timeline.ts";

const PIECE_MS = 10;
const FRAME_PIECES = 10;

/** Mulberry32: the same runs every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Event = { kind: "freeze" | "drop"; atMs: number; ms: number };

/**
 * A publisher that is heard from `startMs` on for `lengthMs`: 10 ms pieces in frames of 100 ms, up to 12 ms late,
 * held back while the recorder is frozen, and with pieces that never come.
 */
function hear(
  timeline: Timeline,
  startMs: number,
  lengthMs: number,
  events: Event[],
  next: () => number,
) {
  const drops = events.filter(({ kind }) => kind === "drop");
  const freezes = events.filter(({ kind }) => kind === "freeze");
  const isDropped = (ms: number) => drops.some(({ atMs, ms: d }) => ms >= atMs && ms < atMs + d);
  let pieces = 0;
  let clock = 0;
  let padded = 0;
  let endMs = startMs;
  for (let ms = 0; ms < lengthMs; ms += PIECE_MS) {
    if (isDropped(ms)) continue;
    if (++pieces % FRAME_PIECES !== 0) continue;
    endMs = startMs + ms + PIECE_MS;
    const late = next() < 0.6 ? next() * 0.3 : next() * 12;
    let arrival = endMs + late;
    for (const { atMs, ms: held } of freezes)
      if (arrival >= startMs + atMs && arrival < startMs + atMs + held)
        arrival = startMs + atMs + held + next();
    clock = Math.max(clock, arrival);
    padded += timeline.arrive(clock, FRAME_PIECES * PIECE_MS * RATE);
  }
  return { endMs, padded, pieces };
}

test("500 random calls keep their place within 1 ms, whatever is late, frozen or lost", () => {
  const errors: number[] = [];
  for (let seed = 1; seed <= 500; seed++) {
    const next = random(seed);
    const startMs = Math.round(next() * 600_000);
    const lengthMs = 12_000 + Math.floor(next() * 20) * 1000;
    const events: Event[] = [];
    for (let atMs = 3000; atMs < lengthMs - 6000; atMs += 4500 + next() * 3000) {
      const kind = next() < 0.5 ? "freeze" : "drop";
      const ms = kind === "freeze" ? 300 + next() * 2700 : 40 + Math.floor(next() * 60) * 10;
      events.push({ kind, atMs: Math.round(atMs / 10) * 10, ms });
    }
    if (next() < 0.3) events.push({ kind: "freeze", atMs: 0, ms: 300 + next() * 400 }); // a late first frame
    const timeline = new Timeline();
    const waitMs = Math.round(next() * 200);
    timeline.wait(waitMs);
    const { endMs } = hear(timeline, startMs, lengthMs, events, next);
    errors.push(Math.abs(timeline.startMs + timeline.written / RATE - (endMs - waitMs)));
  }
  errors.sort((a, b) => a - b);
  console.log(`  placed within ${errors.at(-1)?.toFixed(2)} ms (p50 ${errors[250]?.toFixed(2)})`);
  expect(errors.at(-1)).toBeLessThanOrEqual(1);
});

test("what was lost becomes exactly as much silence, and a freeze none", () => {
  const lost = new Timeline();
  const heard = hear(lost, 1000, 12_000, [{ kind: "drop", atMs: 4000, ms: 500 }], random(1));
  expect(Math.abs(heard.padded / RATE - 500)).toBeLessThanOrEqual(1);

  const frozen = new Timeline();
  const held = hear(frozen, 1000, 12_000, [{ kind: "freeze", atMs: 4000, ms: 2500 }], random(2));
  expect(held.padded).toBe(0);
  expect(frozen.written).toBe(12_000 * RATE);
});

test("the start is provisional for a second, then it stays", () => {
  const timeline = new Timeline();
  timeline.wait(25);
  const starts: number[] = [];
  for (let n = 1; n <= 30; n++) {
    timeline.arrive(5000 + n * 100 + (n === 1 ? 40 : n % 3), 100 * RATE);
    starts.push(timeline.startMs);
  }
  expect(starts[0]).toBe(5015);
  expect(timeline.settled).toBe(true);
  expect(starts.at(-1)).toBe(4975);
  expect(new Set(starts.slice(10)).size).toBe(1);
});

test("who is not told how long sound waits in the buffer asks for a while, then takes the usual", () => {
  const timeline = new Timeline();
  const isSettled: boolean[] = [];
  for (let n = 1; n <= 30; n++) {
    timeline.arrive(n * 100, 100 * RATE);
    isSettled.push(timeline.settled);
  }
  expect(isSettled.indexOf(true)).toBe(25);
  expect(timeline.startMs).toBe(-30);
  expect(timeline.correct(3000, 4800, () => true)).toBe(0);
});

/**
 * A minute behind a jitter buffer that stretches and shortens what somebody says: every millisecond is marked with
 * the moment it was said at, so that each sample of the file tells how far it is off.
 */
function throughBuffer(
  waits: { atMs: number; ms: number }[],
  seed: number,
  isLoud: boolean,
  lookMs = 1000,
) {
  const next = random(seed);
  const timeline = new Timeline();
  const waitAt = (ms: number) => waits.findLast(({ atMs }) => atMs <= ms)?.ms ?? 30;
  const placed: { saidMs: number; written: number }[] = [];
  let moved = 0;
  let clock = 0;
  for (let end = 100; end <= 60_000; end += 100) {
    const said = end - waitAt(end); // what leaves the buffer now was said then
    const arrival = end + (next() < 0.2 ? next() * 0.4 : next() * 30);
    clock = Math.max(clock, arrival);
    if (end % lookMs === lookMs / 2) timeline.wait(waitAt(end) + (next() - 0.5) * 8);
    timeline.arrive(clock, 100 * RATE);
    const isQuiet = !isLoud && Math.floor(end / 100) % 7 === 0;
    moved += Math.abs(timeline.correct(clock, 100 * RATE, () => isQuiet));
    placed.push({ saidMs: said, written: timeline.written });
  }
  // Where the file begins is known only later.
  const off = placed.map(({ saidMs, written }) => ({
    saidMs,
    ms: timeline.startMs + written / RATE - saidMs,
  }));
  return { off, movedMs: moved / RATE };
}

test("sound stays where it was said when the jitter buffer grows to 400 ms under load and shrinks again", () => {
  const waits = [
    { atMs: 12_000, ms: 180 },
    { atMs: 24_000, ms: 400 },
    { atMs: 40_000, ms: 40 },
  ];
  for (let seed = 1; seed <= 100; seed++) {
    const { off, movedMs } = throughBuffer(waits, seed, false);
    // A look a second, the next quiet moment, four frames for 400 ms: three pauses of somebody who speaks.
    const settled = off.filter(({ saidMs }) =>
      waits.every(({ atMs }) => saidMs < atMs - 500 || saidMs > atMs + 4_000),
    );
    expect(settled.length).toBeGreaterThan(400);
    expect(Math.max(...settled.map(({ ms }) => Math.abs(ms)))).toBeLessThan(30);
    expect(movedMs).toBeLessThan(800);
  }
});

test("a buffer that filled in a burst and drains in the first second moves nobody's first words", () => {
  const waits = [
    { atMs: 0, ms: 140 },
    { atMs: 500, ms: 90 },
    { atMs: 700, ms: 35 },
  ];
  for (let seed = 1; seed <= 100; seed++) {
    const { off } = throughBuffer(waits, seed, false, 200);
    const isNear = ({ ms }: { ms: number }) => Math.abs(ms) < 40;
    expect(off.filter(({ saidMs }) => saidMs < 350).every(isNear)).toBe(true);
    // The next quiet frame is at most seven away.
    expect(off.filter(({ saidMs }) => saidMs > 1500).every(isNear)).toBe(true);
  }
});

test("a voice is not cut for little, and after five seconds for much", () => {
  const little = throughBuffer([{ atMs: 12_000, ms: 75 }], 1, true);
  expect(little.movedMs).toBe(0);
  const much = throughBuffer([{ atMs: 12_000, ms: 180 }], 1, true);
  expect(much.movedMs).toBeGreaterThan(90);
  const near = much.off.filter(({ saidMs }) => saidMs > 12_000 && saidMs < 16_500);
  expect(Math.min(...near.map(({ ms }) => ms))).toBeGreaterThan(110);
  expect(Math.abs(much.off.at(-1)?.ms ?? 1000)).toBeLessThan(60);
});

test("frames that come late for a whole second look like loss, and what was padded is taken back", () => {
  const timeline = new Timeline();
  timeline.wait(30);
  let padded = 0;
  for (let n = 1; n <= 80; n++) {
    const t = n * 100 + (n > 30 && n < 45 ? 60 : 0);
    padded += timeline.arrive(t, 100 * RATE);
    timeline.correct(t, 100 * RATE, () => true);
  }
  expect(padded / RATE).toBeGreaterThan(50);
  expect(Math.abs(timeline.startMs + timeline.written / RATE - (8000 - 30))).toBeLessThan(20);
});
