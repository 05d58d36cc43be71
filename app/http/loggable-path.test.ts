import { expect, test } from "vitest";
import { loggablePath } from "./loggable-path.ts";

const SECRET = "kJ3vQx7Zr0aPq9Lw2sT4uA";

test.each([
  `/shared/${SECRET}`,
  `/shared/${SECRET}/`,
  `/SHARED/${SECRET}`,
  `/%73hared/${SECRET}`,
  `/shared%2F${SECRET}`,
  `//shared/${SECRET}`,
  `/x/../shared/${SECRET}`,
  `/x\\..\\shared\\${SECRET}`,
  `/shared/${SECRET}%0A/x`,
  `/activate/${SECRET}`,
  `/signup/${SECRET}`,
  `/password-reset/${SECRET}`,
  `/hooks/unsubscribe/${SECRET}`,
  `/hooks%2Funsubscribe/${SECRET}`,
])("of %s the secret is not written", (path) => {
  expect(loggablePath(path)).not.toContain(SECRET);
});

test("what is no secret stays readable, ids become one word", () => {
  expect(loggablePath("/recordings")).toBe("/recordings");
  expect(loggablePath("/calls/0199c7a2-1d7b-7c11-a1b2-0123456789ab/stream")).toBe(
    "/calls/:id/stream",
  );
  expect(loggablePath("/%E0%A4%A")).toBe("/%E0%A4%A");
});
