import { expect, test } from "vitest";
import {
  isWorth,
  readPlaces,
  type ResumePlace,
  withPlace as withPlaceFrom,
} from "./resume-places.ts";

const LENGTH_MS = 1_200_000;
/** Played on for long. */
const withPlace = (places: readonly ResumePlace[], place: ResumePlace, durationMs: number) =>
  withPlaceFrom(places, place, durationMs, place.ms - 30_000);
const at = (callId: string, ms: number): ResumePlace => ({ callId, ms });

test("the last played call comes first, with the place it was left at", () => {
  const first = withPlace([], at("a", 60_000), LENGTH_MS);
  const second = withPlace(first, at("b", 70_000.4), LENGTH_MS);
  expect(second).toEqual([at("b", 70_000), at("a", 60_000)]);
  expect(withPlace(second, at("a", 90_000), LENGTH_MS)).toEqual([at("a", 90_000), at("b", 70_000)]);
});

test("the first seconds of a call are no place and change none, its last ones take it out", () => {
  const places = [at("a", 60_000)];
  expect(withPlace(places, at("a", 9_999), LENGTH_MS)).toEqual(places);
  expect(withPlace([], at("a", 9_999), LENGTH_MS)).toEqual([]);
  expect(withPlace([], at("a", 10_000), LENGTH_MS)).toHaveLength(1);
  expect(withPlace(places, at("a", LENGTH_MS - 15_000), LENGTH_MS)).toHaveLength(1);
  expect(withPlace(places, at("a", LENGTH_MS - 14_999), LENGTH_MS)).toEqual([]);
  expect([9_999, 10_000, LENGTH_MS - 14_999].map((ms) => isWorth(ms, LENGTH_MS))).toEqual([
    ...[false, true, false],
  ]);
  expect(isWorth(12_000, 20_000), "a call that is all first and last seconds").toBe(false);
});

test("a farther place stays until another one has been played on from for half a minute", () => {
  const places = [at("a", 600_000)];
  const from = (fromMs: number, ms: number) =>
    withPlaceFrom(places, at("a", ms), LENGTH_MS, fromMs);
  expect(from(60_000, 89_999)).toEqual(places);
  expect(from(60_000, 90_000)).toEqual([at("a", 90_000)]);
  // Farther on, or from the place itself, every step counts.
  expect(from(700_000, 705_000)).toEqual([at("a", 705_000)]);
  expect(from(600_000, 605_000)).toEqual([at("a", 605_000)]);
  expect(withPlaceFrom([], at("a", 65_000), LENGTH_MS, 60_000)).toEqual([at("a", 65_000)]);
  expect(withPlaceFrom(places, at("b", 65_000), LENGTH_MS, 60_000)).toHaveLength(2);
});

test("a look at the end does not take a call out, coming to it from its place does", () => {
  const from = (knownMs: number, fromMs: number) =>
    withPlaceFrom([at("a", knownMs)], at("a", LENGTH_MS - 5_000), LENGTH_MS, fromMs);
  expect(from(600_000, LENGTH_MS - 10_000)).toEqual([at("a", 600_000)]);
  expect(from(600_000, LENGTH_MS - 35_000)).toEqual([]);
  expect(from(LENGTH_MS - 20_000, LENGTH_MS - 20_000)).toEqual([]);
});

test("no more than fifty calls are kept, and the oldest goes first", () => {
  let places: ResumePlace[] = [];
  for (let n = 0; n < 60; n++) places = withPlace(places, at(`call ${n}`, 30_000), LENGTH_MS);
  expect(places).toHaveLength(50);
  expect([places[0]?.callId, places.at(-1)?.callId]).toEqual(["call 59", "call 10"]);
});

test.each([null, "", "{", "null", "7", '{"a":1}', '[null, 7, {"callId":"a"}, {"ms":1}]'])(
  "of %j stored nothing is read",
  (text) => {
    expect(readPlaces(text)).toEqual([]);
  },
);

test("what is stored is read again", () => {
  const places = [at("b", 70_000), at("a", 60_000)];
  expect(readPlaces(JSON.stringify([...places, { callId: 1, ms: 2 }]))).toEqual(places);
});
