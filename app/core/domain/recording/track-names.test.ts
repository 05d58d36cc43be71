import { expect, test } from "vitest";
import {
  hasFullName,
  isCalledAfter,
  peopleOfTitles,
  personOfTitle,
  trackOf,
} from "./track-names.ts";

test.each([
  ["Mari Kato", "Mari Kato"],
  ["  Jonas   Weber ", "Jonas Weber"],
  ["Zoë O’Brien-Smith", "Zoë O’Brien-Smith"],
  ["J. R. Okafor", "J. R. Okafor"],
  ["Ludwig van Dyck", "Ludwig van Dyck"],
  ["Anna", "Anna"],
  ["加藤真理", "加藤真理"],
  ["マリア・ロペス", "マリア・ロペス"],
  ["Анна Иванова", "Анна Иванова"],
])("a person's name is taken: %s", (title, name) => {
  expect(personOfTitle(title)).toBe(name);
});

test.each([
  "SoundHandler",
  "Track 1",
  "Track1",
  "Mic/Aux",
  "Desktop Audio",
  "simple_aac_recording0",
  "Core Media Audio",
  "Apple Sound Media Handler",
  "#Mainconcept MP4 Sound Media Handler",
  "ISO Media file produced by Google Inc.",
  "USB",
  "English",
  "Français",
  "日本語",
  "Deutsch",
  "マイク",
  "デスクトップ音声",
  "音声トラック",
  "eng",
  "mari kato",
  "M",
  "",
  "a@example.com",
  "Mari Kato 2",
  "Stereo Mix",
  "Mikrofon",
  "Tonspur Links",
  "Blue Yeti",
  "Focusrite Scarlett",
  "Shure MV7",
  "BlackHole 2ch",
  "Invité",
  "Kunde",
  "Sprecher Eins",
  "Sales Rep",
  "VideoHandler",
  "Lavf",
  "Microphone (Realtek)",
  "x".repeat(61),
  `A${"a".repeat(60)}`,
])("what may be anything else is not: %s", (title) => {
  expect(personOfTitle(title)).toBeNull();
});

test("one name on several tracks says nothing of who is on them", () => {
  expect(peopleOfTitles(["Mari Kato", "Jonas Weber", null, "MARI KATO"])).toEqual([
    null,
    "Jonas Weber",
    null,
    null,
  ]);
  expect(peopleOfTitles(["Mari Kato", "Mic/Aux"])).toEqual(["Mari Kato", null]);
});

test("a title is the owner's by their name, or by one word of it", () => {
  expect(isCalledAfter("BOB  lee", "Bob Lee")).toBe(true);
  expect(isCalledAfter("Bob", "Bob Lee")).toBe(true);
  expect(isCalledAfter("Bobby", "Bob Lee")).toBe(false);
  expect(isCalledAfter("Bob Lee", "Bob")).toBe(false);
  expect(isCalledAfter("Bob Ray", "Bob Lee")).toBe(false);
  expect(isCalledAfter("Blue", "Jean Blue")).toBe(false);
  expect(hasFullName("Bob Lee")).toBe(true);
  expect(hasFullName("Scarlett")).toBe(false);
});

test("a person's track is the one with their whole name, or else the only one with a word of it", () => {
  expect(trackOf("Bob Lee", ["Bob", null, "Bob Lee"])).toBe(2);
  expect(trackOf("Bob Lee", ["Bob", null, "Lee"])).toBeNull();
  expect(trackOf("Bob Lee", [null, "Bob"])).toBe(1);
  expect(trackOf("", ["", null])).toBeNull();
  expect(trackOf("Ann", ["Bob Lee", "Ann Ray"])).toBeNull();
  expect(trackOf("Ann", ["Bob Lee", "Ann Ray"], { isShort: true })).toBe(1);
});
