import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test.each([
  ["Mari Kato", "MK"],
  ["mari", "M"],
  ["Jean-Luc van der Berg", "JB"],
  ["  Ivo   Lund ", "IL"],
  ["佐藤 花子", "佐"],
  ["佐藤　花子", "佐"],
  ["サトウ", "サ"],
  ["김민수", "김"],
  ["Éva (Sales)", "ÉS"],
  ["Speaker 2", "S2"],
  ["+81 3 5550 0142", "80"],
  ["", "?"],
  ["🙂 ()", "?"],
  ["é́ x", "É́X"],
])("%s becomes %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
