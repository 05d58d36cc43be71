import { describe, expect, test } from "vitest";
import { promisesOf } from "./promises.ts";
import { summarySentences } from "../summary/sentences.ts";
import { cutWords } from "../words/words.ts";

/** A Wednesday. */
const CLOCK = { startedAt: "2026-06-10T15:00:00Z", timeZone: "UTC" };

function promises(text: string) {
  const words = cutWords(text).map((piece, n) => ({
    text: piece.text,
    isSpaced: piece.isSpaced,
    t0Ms: n * 300,
    t1Ms: n * 300 + 280,
  }));
  const segment = { no: 0, participantId: "p", side: "R" as const, t0Ms: 0, t1Ms: 9000, words };
  return promisesOf(summarySentences([segment], "en"), "en", CLOCK);
}

describe("verbs of sending and contacting, however they are written", () => {
  test.each([
    "I'll e-mail you",
    "i'll e mail you the offer",
    "I’ll e‑mail you the offer.",
    "I will e-mail you",
    "We'll e-mail you the offer",
    "we will e mail it",
    "I'm going to e-mail you",
    "I’m gonna email you",
    "I am gonna re-send it",
    "we are gonna resend it",
    "we'll re-send the invoice",
    "we'll re send that",
    "we'll follow-up on that",
    "we'll circle-back next week",
    "we'll call back",
    "we'll double-check",
    "we'll DM you",
    "we'll Slack you",
    "we'll WhatsApp you the address",
    "we'll cc your lawyer",
    "we'll loop in Anna",
    "we'll touch base on Monday",
    "we'll reach out",
    "we'll get back to you",
    "we'll put together a proposal",
    "we'll drop them a note",
    "we'll drop you a quick line",
    "I'll shoot you an e-mail",
    "I'll just e-mail you",
    "we'll then quickly ping you",
    "I'm just going to e-mail you",
    "I also will text you",
    "I'll be e-mailing you tomorrow",
    "that's why I'll e-mail you",
    "as you said I'll e-mail you",
    "I see what you mean, I'll check with legal.",
    "If it's what you expect, I'll send the contract today.",
    "It's cheaper than people think, we'll send you the numbers.",
    "It's cheaper than people think – we'll send you the numbers.",
    "Whatever he says, I'll send you the quote by Friday.",
    "Okay, if you say, we'll ship it Monday.",
    "Not sure, I'll check and get back to you.",
    "No guarantee, I'll ask the team.",
    "It means we'll send you the contract Monday.",
    "If you ask I'll send it to you",
  ])("%s", (text) => {
    expect(promises(text).map(({ isUnsure }) => isUnsure)).toEqual([false]);
  });

  test.each([
    ["let me e-mail you the offer", null],
    ["let me e mail you that", null],
    ["let me just re-send it", null],
    ["let me quickly double-check", null],
    ["let me text you the address", null],
    ["let me slack you the link tomorrow", "2026-06-11"],
    ["let me drop him a note", null],
    ["let me touch base with legal", null],
    ["I can e-mail you by Friday", "2026-06-12"],
    ["I can re-send it tomorrow", "2026-06-11"],
    ["I can text you on Monday", "2026-06-15"],
    ["I can have it ready by Friday", "2026-06-12"],
    ["I can get you an answer by the 19th", "2026-06-19"],
  ])("offered: %s", (text, due) => {
    expect(promises(text).map((found) => [found.isUnsure, found.due?.date ?? null])).toEqual([
      [true, due],
    ]);
  });
});

describe("no promise", () => {
  test.each([
    "I'll be honest",
    "I'll just be honest with you",
    "I'll say",
    "I'll quickly say this",
    "I'll tell you what",
    "we'll see",
    "let me think",
    "let me see",
    "let me text with one hand",
    "should I e-mail you?",
    "do you think I'll e-mail you?",
    "can I e-mail you by Friday?",
    "if I e-mail you, will you read it",
    "if I'll e-mail you, then you know",
    "whether I'll e-mail you or not",
    "unless we'll re-send it",
    "I won't e-mail you",
    "I'll certainly not e-mail you",
    "I'll no longer e-mail you",
    "I'm not going to re-send it",
    "I don't think I'll e-mail you",
    "there's no way I'll e-mail you",
    "I doubt I'll text you",
    "I can't do that by Friday",
    "I e-mailed you",
    "I could have e-mailed you by Friday",
    "they'll e-mail you",
    "my colleague will e-mail you",
    "they said I'll e-mail you",
    "he asked whether I'll e-mail you",
    "they asked that I'll e-mail you",
    "it doesn't mean I'll e-mail you",
    "do you mean I'll e-mail you?",
    "will you let me e-mail you?",
    "I can text with one hand",
    "I can message people in the app",
    "I'll be getting a coffee",
    "we'll drop the price",
  ])("%s", (text) => {
    expect(promises(text)).toEqual([]);
  });
});
