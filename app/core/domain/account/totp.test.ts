import { expect, test } from "vitest";
import { newTotpSecret, totpStep, totpUrl } from "./totp.ts";

/** RFC 6238, appendix B: the secret is "12345678901234567890"; its codes have eight digits, ours the last six. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at second %i the standard's code is right, and belongs to its step", (seconds, code) => {
  const at = new Date(seconds * 1_000);
  expect(totpStep(SECRET, code, at)).toBe(Math.floor(seconds / 30));
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  expect(totpStep(SECRET, spaced, at)).toBe(Math.floor(seconds / 30));
});

test("a code is taken one step early and one late, and no further", () => {
  const code = "287082";
  const taken = [-2, -1, 0, 1, 2].map((steps) =>
    totpStep(SECRET, code, new Date(59_000 + steps * 30_000)),
  );
  expect(taken).toEqual([null, 1, 1, 1, null]);
});

test.each(["", "28708", "2870821", "abcdef", "28708２", "٢٨٧٠٨٢"])("%j", (code) => {
  const isFullWidth = code === "28708２";
  expect(totpStep(SECRET, code, new Date(59_000))).toBe(isFullWidth ? 1 : null);
});

test("every secret is new and 160 bits long", () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpUrl(secrets[0] ?? "", "a@example.com")).toContain(
    "otpauth://totp/Parley:a%40example.com?",
  );
});
