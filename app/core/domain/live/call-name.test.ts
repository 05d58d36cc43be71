import { expect, test } from "vitest";
import { isUntitled, nameOfUntitled } from "./call-name.ts";

const call = (...names: string[]) => ({
  names,
  startedAt: new Date("2026-11-23T13:05:00Z"),
  language: "en" as const,
  timeZone: "Europe/Berlin",
});

test("an untitled call is called after its people and the owner's time", () => {
  expect(nameOfUntitled(call("Ann Weber"))).toBe("Ann Weber, 23 Nov, 14:05");
  expect(nameOfUntitled(call("Ann Weber", "Noor"))).toBe("Ann Weber and Noor, 23 Nov, 14:05");
  expect(nameOfUntitled(call("Ann", "Noor", "Theo", "Mia", "Jo"))).toBe(
    "Ann, Noor, Theo and +2, 23 Nov, 14:05",
  );
  expect(nameOfUntitled({ ...call("田中", "Noor"), language: "ja", timeZone: "Asia/Tokyo" })).toBe(
    "田中、Noor 11月23日 22:05",
  );
});

test("long names leave room for the time", () => {
  const name = nameOfUntitled(call("a".repeat(200), "b".repeat(200), "c".repeat(200)));
  expect(name.length).toBeLessThanOrEqual(200);
  expect(name).toMatch(/14:05$/);
});

test("a title somebody gave is kept, one it got by itself goes on with who comes", () => {
  const now = call("Ann", "Noor", "Theo");
  expect(isUntitled(nameOfUntitled(call("Ann")), now)).toBe(true);
  expect(isUntitled(nameOfUntitled(call("Ann", "Noor")), now)).toBe(true);
  expect(isUntitled("Renewal", now)).toBe(false);
  expect(isUntitled("Ann", now)).toBe(false);
});
