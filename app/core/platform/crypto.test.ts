import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hashOf, isSame, keyFor, newSecret, seal, unseal } from "./crypto.server.ts";

process.env["DATABASE_URL"] ??= "postgresql://nobody@127.0.0.1:1/none";
process.env["SECRET_KEY"] ??= randomBytes(32).toString("base64url");

test.each(["", "token", "日本語 😀", "x".repeat(100_000)])(
  "what is sealed comes back (%#)",
  (text) => {
    expect(unseal("provider-token", seal("provider-token", text))).toBe(text);
  },
);

test("the same text is sealed differently each time", () => {
  expect(seal("a", "secret").equals(seal("a", "secret"))).toBe(false);
});

test("another purpose is another key", () => {
  expect(keyFor("a").equals(keyFor("b"))).toBe(false);
  expect(() => unseal("b", seal("a", "secret"))).toThrow();
});

test("one changed bit anywhere, or a missing end, is refused", () => {
  const sealed = seal("a", "secret");
  for (let at = 0; at < sealed.length; at += 1) {
    const broken = Buffer.from(sealed);
    broken[at] = (broken[at] ?? 0) ^ 1;
    expect(() => unseal("a", broken)).toThrow();
  }
  for (const length of [0, 5, 12, 27, sealed.length - 1])
    expect(() => unseal("a", sealed.subarray(0, length))).toThrow();
});

test("secrets are long, different, and fit into a cookie", () => {
  const secrets = Array.from({ length: 200 }, () => newSecret());
  expect(new Set(secrets).size).toBe(200);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
});

test("bytes are compared by content, and different lengths are different", () => {
  expect(isSame(hashOf("a"), hashOf("a"))).toBe(true);
  expect(isSame(hashOf("a"), hashOf("b"))).toBe(false);
  expect(isSame(hashOf("a"), hashOf("a").subarray(1))).toBe(false);
});
