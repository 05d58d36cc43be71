import { expect, test } from "vitest";
import en from "#app/i18n/en/stages.json" with { type: "json" };
import { isPermanent } from "./stage-views.ts";

test("every cause with a fix of its own lies in the file, and is not tried again", () => {
  const { other: _, ...fixes } = en.fix;
  expect(Object.keys(fixes).filter((cause) => !isPermanent(cause))).toEqual([]);
  const others = Object.keys(en.cause).filter((cause) => !(cause in fixes));
  expect(others.filter(isPermanent)).toEqual([]);
  expect(isPermanent(null)).toBe(false);
});
