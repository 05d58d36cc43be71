import { expect, test } from "vitest";
import { fitRoom, fitText, sizeIn } from "./texts.ts";

const URL = "https://parley.test/playback/1";
const words = { language: "en" as const, playbackUrl: URL, people: [], columns: [] };

test("a line break takes as much of a field as the field says", () => {
  expect(sizeIn("a\nb\r\nc", {})).toBe(6);
  expect(sizeIn("a\nb\r\nc", { lineBreak: 2 })).toBe(7);
});

test("a text is cut where its line breaks leave no room for it", () => {
  const lines = Array.from({ length: 30 }, () => "- one").join("\n");
  expect(lines).toHaveLength(179);
  expect(fitText(lines, { length: 179 }, words)).toBe(lines);
  expect(fitText(lines, { length: 208, lineBreak: 2 }, words)).toBe(lines);
  const cut = fitText(lines, { length: 207, lineBreak: 2 }, words);
  expect(cut).toMatch(/^(- one\n)+- one… https:\/\/parley\.test\/playback\/1$/);
  expect(sizeIn(cut, { lineBreak: 2 })).toBeLessThanOrEqual(207);
});

test("a text goes into the room that is left of its field", () => {
  const type = "longtext" as const;
  expect(fitRoom("Two offers", { type }, 10)).toBe("Two offers");
  expect(fitRoom("Two offers", { type }, 9)).toBe("Two offe…");
  expect(fitRoom("a\nb\nc", { type, lineBreak: 2 }, 5)).toBe("a\nb…");
  expect(fitRoom("Two offers", { type }, 1)).toBe("");
  expect(fitRoom("Two offers", { type }, -5)).toBe("");
});

test("HTML that is cut to a room stays whole", () => {
  const html = "<ul><li>Fish &amp; chips</li><li>Two <b>offers</b><br>soon</li></ul>";
  for (let room = -1; room < html.length; room += 1) {
    const cut = fitRoom(html, { type: "richtext" }, room);
    expect(cut.length).toBeLessThanOrEqual(Math.max(0, room));
    expect(cut).toMatch(/^$|<p>…<\/p>$/);
    for (const name of ["ul", "li", "b", "p"])
      expect(cut.split(`<${name}>`)).toHaveLength(cut.split(`</${name}>`).length);
    expect(cut).not.toMatch(/&(?!amp;)/);
  }
  expect(fitRoom(html, { type: "richtext" }, html.length)).toBe(html);
  expect(fitRoom(html, { type: "richtext" }, 45)).toBe(
    "<ul><li>Fish &amp; chips</li></ul><p>…</p>",
  );
});
