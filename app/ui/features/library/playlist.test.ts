import { describe, expect, it } from "vitest";
import { around, begin, choose, goTo, passOver, silencesWithin } from "./playlist.ts";

const entries = ["a", "b", "c", "d"].map((id) => ({ id, title: id.toUpperCase() }));
const all = new Set(["a", "b", "c", "d"]);
const at = (id: string) => begin(null, entries, id);

describe("a list that plays", () => {
  it("has one before and one after, and none at its ends", () => {
    expect(around(at("b"), all)).toEqual({ before: "a", after: "c", n: 2, total: 4 });
    expect(around(at("a"), all)).toEqual({ before: undefined, after: "b", n: 1, total: 4 });
    expect(around(at("d"), all)).toEqual({ before: "c", after: undefined, n: 4, total: 4 });
  });
  it("passes over what has gone or can no longer be played, and keeps its order", () => {
    expect(around(at("b"), new Set(["d", "b", "z"]))).toEqual({
      ...{ before: undefined, after: "d", n: 1, total: 2 },
    });
  });
  it("still goes on from a current item that was removed", () => {
    expect(around(at("b"), new Set(["a", "d"]))).toEqual({
      ...{ before: "a", after: "d", n: 2, total: 3 },
    });
  });
});

describe("Play in a row", () => {
  const others = [{ id: "x", title: "X" }, ...entries.slice(0, 1)];

  it("goes to an item of the list, whatever is shown", () => {
    const next = choose(at("b"), others, "a");
    expect(next.entries).toBe(entries);
    expect(next.currentId).toBe("a");
  });
  it("begins a new list where the item is in no list, or in another one", () => {
    expect(choose(null, others, "a")).toMatchObject({ entries: others, currentId: "a" });
    expect(choose(at("b"), others, "x")).toMatchObject({ entries: others, currentId: "x" });
  });
  it("lets the item play on that plays already, and tries one again that failed", () => {
    const playing = at("d");
    expect(choose(playing, entries, "d")).toBe(playing);
    const stopped = passOver(playing, "d", all);
    const again = choose(stopped, entries, "d");
    expect(again.turn).not.toBe(stopped.turn);
    expect(again.failed).toEqual([]);
  });
});

describe("an item that cannot be played", () => {
  it("gives way to the next that can, and is named until one is chosen", () => {
    const next = passOver(at("a"), "a", new Set(["a", "c", "d"]));
    expect(next).toMatchObject({ currentId: "c", failed: ["a"] });
    expect(next.turn).not.toBe(at("a").turn);
    expect(goTo(next, "d").failed).toEqual([]);
  });
  it("is passed over once, however often its failure is reported", () => {
    const next = passOver(at("a"), "a", all);
    expect(passOver(next, "a", all)).toBe(next);
  });
  it("changes nothing where another one was chosen before its failure came", () => {
    const chosen = goTo(at("a"), "c");
    expect(passOver(chosen, "a", all)).toBe(chosen);
  });
  it("stops the list where it is the last one", () => {
    const stopped = passOver(at("d"), "d", all);
    expect(stopped).toMatchObject({ currentId: "d", failed: ["d"], turn: at("d").turn });
    expect(passOver(stopped, "d", all)).toBe(stopped);
  });
  it("comes to the end where all of them fail", () => {
    let list = at("b");
    for (let n = 0; n < 10; n++) list = passOver(list, list.currentId, all);
    expect(list).toMatchObject({ currentId: "d", failed: ["b", "c", "d"] });
  });
});

it("silences are those of the item alone", () => {
  const silences = [
    { t0Ms: 0, t1Ms: 1_000 },
    { t0Ms: 4_000, t1Ms: 6_000 },
    { t0Ms: 7_000, t1Ms: 8_000 },
    { t0Ms: 9_500, t1Ms: 12_000 },
  ];
  expect(silencesWithin(silences, { t0Ms: 5_000, t1Ms: 10_000 })).toEqual([
    { t0Ms: 5_000, t1Ms: 6_000 },
    { t0Ms: 7_000, t1Ms: 8_000 },
    { t0Ms: 9_500, t1Ms: 10_000 },
  ]);
});
