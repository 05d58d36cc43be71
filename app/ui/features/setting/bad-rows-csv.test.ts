import { expect, test } from "vitest";
import { badRowsCsv } from "./bad-rows-csv.ts";

test("lines to correct come back as they can be read again, and no cell is a formula", () => {
  const row = {
    line: 2,
    email: "=cmd|x",
    name: 'Mari "M" Sato',
    role: "rep" as const,
    wrote: "king",
    teamId: null,
  };
  const text = badRowsCsv([{ ...row, team: "-1+1", faults: ["a", "b"] }], (code) => `${code}!`);
  expect(text).toBe(
    '\uFEFF"email","name","role","team","problem"\r\n"\'=cmd|x","Mari ""M"" Sato","king","\'-1+1","a! b!"\r\n',
  );
});
