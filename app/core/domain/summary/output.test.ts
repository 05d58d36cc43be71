import { describe, expect, test } from "vitest";
import {
  OUTPUT_TYPES,
  type OutputItem,
  outputItem,
  type OutputType,
  type OutputValue,
} from "./output.ts";

const id = "01890000-0000-7000-8000-000000000001";
const GOOD: Record<OutputType, unknown> = {
  text: { text: "They move in spring." },
  bullets: { text: "Two depots are too small." },
  checklist: { task: "Send the offer", owner: id, due: "2026-12-01", duePhrase: "next Tuesday" },
  enum: { option: "Salesforce", alternatives: [{ option: "HubSpot" }] },
  multi_enum: { options: ["Salesforce", "HubSpot"] },
  number: { number: 15, unit: "%" },
  money: { amount: 4200, currency: "EUR", per: ["month"] },
  date: { date: "2027-01-15", phrase: "by the fifteenth of January" },
  boolean: { is: null },
  person: { name: "Maria Lind", participantId: id },
  url: { url: "https://example.com/offer" },
  table: { cells: ["late trucks", null, "11:37"] },
};
const BAD: Record<OutputType, unknown> = {
  text: { text: " " },
  bullets: null,
  checklist: { task: "Send it", owner: null, due: "Tuesday" },
  enum: { option: "" },
  multi_enum: { options: [] },
  number: { number: "15", unit: "%" },
  money: { amount: 4200, currency: "euro" },
  date: { date: "2027-02-30", phrase: "soon" },
  boolean: {},
  person: { name: "Maria", participantId: "maria" },
  url: { url: "javascript:alert(1)" },
  table: { cells: [] },
};

describe.each(OUTPUT_TYPES)("a value of the type %s", (type) => {
  test("is taken as it should be", () => {
    expect(outputItem.safeParse({ type, value: GOOD[type] }).error).toBeUndefined();
  });
  test("is refused as it should not be", () => {
    expect(outputItem.safeParse({ type, value: BAD[type] }).success).toBe(false);
  });
});

test("what is left out of a task or a date is as if nothing was said of it", () => {
  const task: OutputItem = outputItem.parse({ type: "checklist", value: GOOD.checklist });
  const value: OutputValue<"checklist"> = {
    ...{ task: "Send the offer", owner: id, ownerSide: null, isBoth: false },
    ...{ due: "2026-12-01", dueTime: null, duePhrase: "next Tuesday" },
  };
  expect(task).toEqual({ type: "checklist", value });
});
