import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["rtl\u202e3pm.exe", "rtl3pm.exe"],
  ["\u2066a\u2069\u202ab\u202c", "ab"],
  ["a\u0000b", "ab"],
  ["\ud83d half", "\ufffd half"],
  // Right-to-left names keep their letters, and the mark that only says which way a sign goes.
  ["שיחה עם דנה\u200f!", "שיחה עם דנה\u200f!"],
  ["倉庫の件", "倉庫の件"],
])("%j is stored as %j", (sent, stored) => expect(plainText(sent)).toBe(stored));
