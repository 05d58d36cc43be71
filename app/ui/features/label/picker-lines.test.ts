import { expect, test } from "vitest";
import { pickerLines } from "./picker-lines.ts";

const label = (id: string, name: string) => ({
  ...{ id, name, colour: "slate" as const, group: null, isRecent: false },
});
const choices = {
  labels: [label("1", "Pricing"), label("2", "Köln"), label("3", "カフェ")],
  canMake: true,
};
const offered = (text: string, more = {}) =>
  pickerLines({ ...choices, ...more }, text).map((line) =>
    line.kind === "make" ? `+${line.name}` : line.label.name,
  );

test("names are found as searches find them, and a new one can be made", () => {
  expect(offered("")).toEqual(["Pricing", "Köln", "カフェ"]);
  expect(offered("koln")).toEqual(["Köln"]);
  expect(offered("かふぇ")).toEqual(["カフェ"]);
  expect(offered(" pri ")).toEqual(["Pricing", "+pri"]);
  expect(offered("new")).toEqual(["+new"]);
  expect(offered("new", { canMake: false })).toEqual([]);
  expect(pickerLines(undefined, "")).toEqual([]);
});
