import { expect, test } from "vitest";
import { lobbyCommands } from "#app/core/pages/lobby-commands.server.ts";
import { guestName } from "./lobby-forms.schema.ts";

const HASH = "0".repeat(64);

test.each([
  ["  Haruki \n Okabe ", "Haruki Okabe"],
  ["Ann\u202eiram", "Ann iram"],
  ["Mari\u200b Kato", "Mari Kato"],
  ["岡部　春樹", "岡部 春樹"],
  ["Zoe\u0308", "Zoë"],
  ["<b>x</b>", "<b>x</b>"],
  ["نرگس\u200cخانم", "نرگس\u200cخانم"],
])("%j is called %j", (given, name) => {
  expect(guestName.parse(given)).toBe(name);
});

test("a name has 1 to 60 characters, and something that can be seen", () => {
  expect(guestName.safeParse("x".repeat(60)).success).toBe(true);
  for (const name of ["", "   ", "\u202e\u200b\ufeff", "x".repeat(61)])
    expect(guestName.safeParse(name).success, JSON.stringify(name)).toBe(false);
});

test("the two answers are the only ones, and the text that was read is named", () => {
  const requestToJoin = { intent: "knock", name: "A", consent: "agreed", consentHash: HASH };
  expect(lobbyCommands.form.safeParse(requestToJoin).success).toBe(true);
  for (const consent of ["refused", "withdrawn", "", undefined, ["agreed"]])
    expect(lobbyCommands.form.safeParse({ ...requestToJoin, consent }).success).toBe(false);
  for (const consentHash of ["", "0", `${HASH}0`, "z".repeat(64)])
    expect(lobbyCommands.form.safeParse({ ...requestToJoin, consentHash }).success).toBe(false);
});

test.each(["admit", "refuse", "end", "knock", ""])("a guest cannot ask for %j so", (intent) => {
  expect(lobbyCommands.form.safeParse({ intent, guestId: "x" }).success).toBe(false);
});
