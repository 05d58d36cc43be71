import { expect, test } from "vitest";
import { isUntitled, nameOfUntitled, renamedUntitled } from "./call-name.ts";

const call = (...names: string[]) => ({
  names,
  startedAt: new Date("2026-11-23T13:05:00Z"),
  language: "en" as const,
  timeZone: "Europe/Berlin",
});

test("an untitled call is called after its people and its day, without an hour that is another for each reader", () => {
  expect(nameOfUntitled(call("Ann Weber"))).toBe("Ann Weber, 23 Nov");
  expect(nameOfUntitled(call("Ann Weber", "Noor"))).toBe("Ann Weber and Noor, 23 Nov");
  expect(nameOfUntitled(call("Ann", "Noor", "Theo", "Mia", "Jo"))).toBe(
    "Ann, Noor, Theo and +2, 23 Nov",
  );
  const japanese = { ...call("田中", "Noor"), language: "ja" as const };
  expect(nameOfUntitled({ ...japanese, timeZone: "Asia/Tokyo" })).toBe("田中、Noor 11月23日");
  expect(nameOfUntitled({ ...japanese, timeZone: "Pacific/Kiritimati" })).toBe(
    "田中、Noor 11月24日",
  );
});

test("long names leave room for the day", () => {
  const name = nameOfUntitled(call("a".repeat(200), "b".repeat(200), "c".repeat(200)));
  expect(name.length).toBeLessThanOrEqual(200);
  expect(name).toMatch(/23 Nov$/);
});

test("a title somebody gave is kept, one it got by itself goes on with who comes", () => {
  const now = call("Ann", "Noor", "Theo");
  expect(isUntitled(nameOfUntitled(call("Ann")), now)).toBe(true);
  expect(isUntitled(nameOfUntitled(call("Ann", "Noor")), now)).toBe(true);
  expect(isUntitled("Renewal", now)).toBe(false);
  expect(isUntitled("Ann", now)).toBe(false);
  expect(renamedUntitled("Ann, 23 Nov", now)).toBe("Ann, Noor and Theo, 23 Nov");
});

test("the day of the browser it was started in stays, and names with an hour are still read", () => {
  const now = call("Ann", "Noor");
  for (const day of ["22 Nov", "24 Nov"])
    expect(renamedUntitled(`Ann, ${day}`, now)).toBe(`Ann and Noor, ${day}`);
  expect(renamedUntitled("Ann, 21 Nov", now)).toBeNull();
  expect(renamedUntitled("Ann, 23 Nov, 14:05", now)).toBe("Ann and Noor, 23 Nov");
  expect(renamedUntitled("Ann, 23 Nov, 14:06", now)).toBeNull();
});
