import { expect, test } from "vitest";
import { codeOf, leadingSigns } from "./link-code.ts";

const LENGTHS = [
  ["activation", 43],
  ["password_reset", 43],
  ["sign_up", 22],
  ["shared", 22],
  ["embed", 32],
] as const;
const code = (length: number) => "aB3_-zY9".repeat(6).slice(0, length);

const BEHIND = [
  ".",
  ")",
  "]",
  "。",
  "、",
  ">",
  '"',
  " ",
  "」",
  "」。",
  ").",
  "を開いて",
  "%3E",
  ",",
];

test.each(LENGTHS)("the code of %s is whole with %i signs, whatever follows", (link, length) => {
  const whole = code(length);
  for (const behind of ["", ...BEHIND]) expect(codeOf(link, whole + behind)).toBe(whole);
  expect(codeOf(link, ` ${whole}`)).toBe(whole);
});

test.each(LENGTHS)(
  "the code of %s is not whole with a sign too few or too many",
  (link, length) => {
    for (const behind of ["", ...BEHIND]) {
      expect(codeOf(link, code(length - 1) + behind)).toBeNull();
      expect(codeOf(link, code(length + 1) + behind)).toBeNull();
    }
    expect(codeOf(link, "")).toBeNull();
    expect(codeOf(link, "。")).toBeNull();
  },
);

test("full-width signs are none of base64url", () => {
  expect(leadingSigns("ab1２")).toBe("ab1");
});
