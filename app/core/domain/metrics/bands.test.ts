import { expect, test } from "vitest";
import { TALK_KINDS, type TalkKind } from "../views.ts";
import { BAND_KEYS, type Band, bandFor, bandOf, type Bands, ourBand } from "./bands.ts";

const OURS: Bands = { discovery: {}, demo: {}, follow_up: {}, other: {} };
const talk = (value: number | null, reason: string | null = null) => ({
  ...{ key: "talk_ratio", side: "R" as const, value, unit: "ratio" as const, n: null, reason },
});

test("our defaults depend on the kind of call", () => {
  const of = (kind: TalkKind) => bandOf(talk(0.6), { bands: OURS, kind });
  expect(TALK_KINDS.map(of)).toEqual(["out", "ok", "ok", "ok"]);
  const asked = {
    ...{ key: "questions_per_hour", side: "R" as const, value: 10, reason: null },
    ...{ unit: "per_hour" as const, n: 8 },
  };
  expect(bandOf(asked, { bands: OURS, kind: "discovery" })).toBe("out");
  expect(bandOf(asked, { bands: OURS, kind: "demo" })).toBeNull();
});

test("what is greyed, missing or the customer's lies nowhere", () => {
  const place = { bands: OURS, kind: "other" as const };
  expect(bandOf(talk(0.9), place)).toBe("out");
  expect(bandOf(talk(0.9, "too_short"), place)).toBeNull();
  expect(bandOf(talk(null), place)).toBeNull();
  expect(bandOf({ ...talk(0.9), side: "C" }, place)).toBeNull();
});

test("a long monologue is worth a look before it is too long", () => {
  const at = (value: number, band?: Band) =>
    bandOf(
      { key: "longest_monologue", side: "R", value, unit: "ms", n: null, reason: null },
      { bands: { ...OURS, ...(band && { demo: { longest_monologue: band } }) }, kind: "demo" },
    );
  expect([90_000, 90_001, 150_000, 150_001].map((value) => at(value))).toEqual([
    ...["ok", "watch", "watch", "out"],
  ]);
  expect(at(90_001, { to: 100_000, watchTo: 120_000 })).toBe("ok");
  expect(at(130_000, { to: 100_000, watchTo: 120_000 })).toBe("out");
});

test("one or two events make no rate that is too high", () => {
  const at = (n: number | null, value = 0.6) =>
    bandOf(
      { key: "interruptions", side: "R", value, unit: "per_min", n, reason: null },
      { bands: OURS, kind: "other" },
    );
  expect([0, 1, 2, 3, null].map((n) => at(n))).toEqual([null, null, null, "out", "out"]);
  expect(at(1, 0.2)).toBe("ok");
  // Few are still too few.
  const few = { key: "questions_per_hour", side: "R" as const, value: 2, reason: null };
  expect(bandOf({ ...few, unit: "per_hour", n: 1 }, { bands: OURS, kind: "discovery" })).toBe(
    "out",
  );
});

test("a workspace's range takes the place of ours in its kind alone, and none at all takes it away", () => {
  const bands: Bands = {
    ...OURS,
    demo: { talk_ratio: { from: 0.2, to: 0.3 }, interactivity: {} },
  };
  expect(bandOf(talk(0.6), { bands, kind: "demo" })).toBe("out");
  expect(bandOf(talk(0.6), { bands, kind: "other" })).toBe("ok");
  expect(bandFor("interactivity", null, { bands, kind: "demo" })).toBeNull();
  expect(bandFor("interactivity", null, { bands, kind: "discovery" })).toEqual({ from: 5 });
});

test("of all kinds together only a range that every kind has is one", () => {
  const of = (key: string, bands: Bands) => bandFor(key, "R", { bands, kind: null });
  expect(of("interactivity", OURS)).toEqual({ from: 5 });
  expect(of("talk_ratio", OURS)).toBeNull();
  expect(of("longest_customer_story", OURS)).toBeNull();
  const band = { from: 0.4, to: 0.5 };
  const same = Object.fromEntries(TALK_KINDS.map((kind) => [kind, { talk_ratio: band }]));
  expect(of("talk_ratio", { ...OURS, ...same })).toEqual(band);
  expect(of("interactivity", { ...OURS, demo: { interactivity: { from: 6 } } })).toBeNull();
});

test("every metric in the list has a range of ours in some kind", () => {
  for (const key of BAND_KEYS)
    expect(
      TALK_KINDS.some((kind) => Object.keys(ourBand(key, kind)).length > 0),
      key,
    ).toBe(true);
});
