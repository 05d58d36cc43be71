import { expect, test } from "vitest";
import type { Side } from "../views.ts";
import type { SpokenWord } from "../words/spoken.ts";
import { computeMetrics } from "./metrics.ts";
import { callOf, seeded } from "./test-calls.ts";

// Rows 1–8 and 14–16 of product §14.3 a second time, written from the page: time is a row of slots of 10 ms, and whatever is
// asked is asked of each slot. Slow and plain.

const SLOT_MS = 10;
const OTHER: Record<Side, Side> = { R: "C", C: "R" };
/** One stretch of speech, in slots; `isNod` says only "yeah". */
type Piece = { side: Side; from: number; to: number; isNod: boolean };

/** Stretches that stay apart: over half a second between two of one side. */
function pieces(seed: number): { call: Piece[]; slots: number } {
  const random = seeded(seed);
  const between = (low: number, high: number) =>
    Math.round((low + random() * (high - low)) / SLOT_MS);
  const call: Piece[] = [];
  const free: Record<Side, number> = { R: 0, C: 0 };
  let at = between(0, 2_000);
  const count = 2 + Math.floor(random() * 40);
  for (let no = 0; no < count; no += 1) {
    const side: Side = random() < 0.5 ? "R" : "C";
    const isNod = random() < 0.25;
    const from = Math.max(0, at + between(-1_800, 2_600), free[side]);
    const to = from + (isNod ? between(150, 1_400) : between(200, random() < 0.1 ? 14_000 : 4_000));
    call.push({ side, from, to, isNod });
    free[side] = to + 51 + Math.floor(random() * 30);
    at = Math.max(at, to) + (random() < 0.06 ? between(2_500, 12_000) : 0);
  }
  return { call, slots: Math.max(...call.map(({ to }) => to)) + between(0, 9_000) };
}

const wordsOf = (call: readonly Piece[]): SpokenWord[] =>
  call.map(({ side, from, to, isNod }) => ({
    ...{ speakerId: side, side, t0Ms: from * SLOT_MS, t1Ms: to * SLOT_MS },
    ...{ text: isNod ? "yeah" : "freight", confidence: null },
  }));

/** Step 2: short, only nods, begun inside the other's speech or up to 0.5 s after it while the other goes on within 1.5 s. */
function isBackchannel(piece: Piece, call: readonly Piece[]): boolean {
  if (!piece.isNod || piece.to - piece.from > 100) return false;
  const others = call.filter(({ side }) => side !== piece.side);
  return others.some(
    (other) =>
      (other.from <= piece.from && piece.from < other.to) ||
      (piece.from >= other.to &&
        piece.from <= other.to + 50 &&
        others.some(
          (next) => next !== other && next.from >= other.to && next.from <= other.to + 150,
        )),
  );
}

type Turn = { side: Side; from: number; to: number };

/** Step 3. */
function turns(call: readonly Piece[]): Turn[] {
  const made: Turn[] = [];
  for (const { side, from, to } of call.toSorted(
    (a, b) => a.from - b.from || a.to - b.to || (a.side < b.side ? -1 : 1),
  )) {
    const last = made.at(-1);
    if (last === undefined) made.push({ side, from, to });
    else if (last.side !== side && to <= last.to) continue;
    else if (last.side === side && from - last.to <= 300) last.to = Math.max(last.to, to);
    else made.push({ side, from, to });
  }
  return made;
}

/** Runs of slots for which something holds: their lengths. */
function runs(slots: number, holds: (slot: number) => boolean): number[] {
  const lengths: number[] = [];
  let open = 0;
  for (let slot = 0; slot <= slots; slot += 1)
    if (slot < slots && holds(slot)) open += 1;
    else if (open > 0) {
      lengths.push(open);
      open = 0;
    }
  return lengths;
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const digits = (value: number): number => Math.round(value * 1e4 + 1e-9) / 1e4;

/** The share-th of sorted values, linearly between two. */
function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)] ?? 0;
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place % 1);
}

function expected({ call, slots }: { call: Piece[]; slots: number }) {
  const spoken = call.filter((piece) => !isBackchannel(piece, call));
  const covers = (all: readonly Piece[], side: Side | null) => {
    const cells = new Uint8Array(slots);
    for (const piece of all)
      if (side === null || piece.side === side) cells.fill(1, piece.from, piece.to);
    return (slot: number): boolean => cells[slot] === 1;
  };
  const speech = (side: Side): number => sum(runs(slots, covers(call, side)));
  const [us, them] = [speech("R"), speech("C")];
  const anybody = covers(call, null);
  const all = sum(runs(slots, anybody));
  const made = turns(spoken);
  const minutes = (slots * SLOT_MS) / 60_000;
  const longest = (side: Side): number => {
    const cut = covers(
      spoken.filter(({ side: of, from, to }) => of !== side && to - from >= 100),
      null,
    );
    return Math.max(
      0,
      ...made
        .filter((turn) => turn.side === side)
        .flatMap(({ from, to }) => runs(to, (slot) => slot >= from && !cut(slot))),
    );
  };
  const changes = made.flatMap((turn, no) => {
    const before = made[no - 1];
    return before === undefined || before.side === turn.side
      ? []
      : [{ to: turn.side, offset: (turn.from - before.to) * SLOT_MS }];
  });
  const waits = (side: Side): number[] =>
    changes
      .filter(({ to, offset }) => to === side && offset <= 5_000)
      .map(({ offset }) => Math.max(0, offset));
  const toUs = changes.filter(({ to }) => to === "R");
  const first = Math.min(...call.map(({ from }) => from));
  const last = Math.max(...call.map(({ to }) => to));
  const gaps = runs(last, (slot) => slot >= first && !anybody(slot));
  const [ours, theirs] = [covers(spoken, "R"), covers(spoken, "C")];
  const both = runs(slots, (slot) => ours(slot) && theirs(slot));
  const interruptions = (side: Side) =>
    spoken
      .filter((piece) => piece.side === side)
      .flatMap((piece) => {
        const of = spoken.find(
          (other) =>
            other.side === OTHER[side] &&
            piece.from >= other.from + 30 &&
            piece.from <= other.to - 50,
        );
        return of === undefined ? [] : [{ isTaken: of.to < piece.to }];
      });
  const perMinute = (count: number, slotsOf = slots): number =>
    digits(count / ((slotsOf * SLOT_MS) / 60_000));
  return {
    ...{ us, them, all, minutes, made, changes, toUs, gaps, both, first, last, waits, longest },
    ...{ interruptions, perMinute },
  };
}

const CALLS = Array.from({ length: 150 }, (_, seed) => pieces(seed + 1));
/** Asks of every generated call; how many of them the metric had a value in, so that no test is empty. */
function each(ask: (input: ReturnType<typeof expected>, find: Find, slots: number) => void): void {
  for (const made of CALLS) {
    const { metrics } = computeMetrics(callOf(wordsOf(made.call), made.slots * SLOT_MS));
    ask(
      expected(made),
      (key, side) => {
        const found = metrics.find(
          (one) => one.key === key && (side === undefined || one.side === side),
        );
        return found ?? expect.fail(`no ${key}`);
      },
      made.slots,
    );
  }
}
type Find = (key: string, side?: Side) => ReturnType<typeof computeMetrics>["metrics"][number];

test("the calls hold backchannels, contained speech, long silences, overlaps and interruptions", () => {
  const nods = CALLS.flatMap(({ call }) => call.filter((piece) => isBackchannel(piece, call)));
  expect(nods.length).toBeGreaterThan(50);
  const all = CALLS.map(expected);
  expect(all.flatMap(({ gaps }) => gaps.filter((gap) => gap >= 1_000)).length).toBeGreaterThan(5);
  expect(all.flatMap(({ both }) => both.filter((run) => run >= 100)).length).toBeGreaterThan(50);
  expect(all.flatMap(({ interruptions }) => interruptions("R")).length).toBeGreaterThan(20);
  expect(
    all.flatMap(({ toUs }) => toUs.filter(({ offset }) => offset < -200)).length,
  ).toBeGreaterThan(5);
});

test("row 1, talk share", () =>
  each(({ us, them, all }, find, slots) => {
    const { value, parts } = find("talk_ratio", "R");
    expect(value).toBe(digits(us / (us + them)));
    expect(parts["ofAll"]).toBe(digits(us / all));
    expect(parts["ofCall"]).toBe(digits(us / slots));
  }));

test("rows 2 and 3, longest monologue and customer story", () =>
  each(({ longest }, find) => {
    expect(find("longest_monologue").value ?? 0).toBe(longest("R") * SLOT_MS);
    expect(find("longest_customer_story").value ?? 0).toBe(longest("C") * SLOT_MS);
  }));

test("rows 4 and 5, changes of speaker and interactivity", () =>
  each(({ changes, minutes, made }, find) => {
    if (made.length === 0) return;
    expect(find("switches_per_min").value).toBeCloseTo(changes.length / minutes, 3);
    expect(find("interactivity").value).toBeCloseTo(
      Math.min(10, (2.5 * changes.length) / minutes),
      3,
    );
  }));

test("rows 6 to 8, patience, cut-ins and the customer's wait", () =>
  each(({ waits, toUs }, find) => {
    for (const [key, side] of [
      ["patience", "R"],
      ["customer_latency", "C"],
    ] as const) {
      const of = waits(side);
      const found = find(key);
      expect(found.n ?? 0).toBe(of.length);
      if (of.length === 0) continue;
      // Waits are whole milliseconds: a middle between two may be rounded to one.
      expect(Math.abs((found.value ?? 0) - share(of, 0.5))).toBeLessThanOrEqual(0.5);
      expect(Math.abs((found.parts["p10Ms"] ?? 0) - share(of, 0.1))).toBeLessThanOrEqual(0.5);
      expect(Math.abs((found.parts["p90Ms"] ?? 0) - share(of, 0.9))).toBeLessThanOrEqual(0.5);
      expect(Math.abs((found.parts["meanMs"] ?? 0) - sum(of) / of.length)).toBeLessThanOrEqual(0.5);
    }
    const cut = find("cut_in");
    expect(cut.n ?? 0).toBe(toUs.length);
    if (toUs.length > 0)
      expect(cut.value).toBe(
        digits(toUs.filter(({ offset }) => offset < -200).length / toUs.length),
      );
  }));

test("row 14, silences", () =>
  each(({ gaps, first, last, perMinute }, find) => {
    const long = gaps.filter((gap) => gap >= 300).length;
    expect(find("silences").n).toBe(long);
    expect(find("silences").value).toBeCloseTo(perMinute(long), 3);
    expect(find("silence_ratio").value).toBeCloseTo(sum(gaps) / (last - first), 3);
    expect(find("dead_air").value).toBe(gaps.filter((gap) => gap >= 1_000).length);
  }));

test("row 15, overlap", () =>
  each(({ both }, find, slots) => {
    expect(find("overlaps").value).toBe(both.filter((run) => run >= 100).length);
    expect(find("overlap_ratio").value).toBe(digits(sum(both) / slots));
  }));

test("row 16, interruptions", () =>
  each(({ interruptions, us, them, perMinute }, find) => {
    for (const [side, spokenByOther] of [
      ["R", them],
      ["C", us],
    ] as const) {
      const of = interruptions(side);
      const found = find("interruptions", side);
      if (spokenByOther === 0) continue;
      expect(found.n).toBe(of.length);
      expect(found.parts["taken"]).toBe(of.filter(({ isTaken }) => isTaken).length);
      expect(found.value).toBeCloseTo(perMinute(of.length, spokenByOther), 3);
    }
  }));
