import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ReachedCounts } from "#app/core/pages/reached.ts";
import { EN } from "#app/i18n/generated/en.ts";
import { JA } from "#app/i18n/generated/ja.ts";
import { createI18n } from "#app/i18n/i18n.ts";
import type { Language } from "#app/i18n/languages.ts";
import { TextsProvider } from "#app/i18n/translation.tsx";
import { SevenDays } from "./seven-days.tsx";

const COUNTS = { started: 12, recorded: 12, playable: 11, words: 9, summary: 9 };

const drawn = (counts: ReachedCounts, language: Language = "en"): string =>
  renderToStaticMarkup(
    createElement(TextsProvider, {
      i18n: createI18n(language, { en: EN, ja: JA }),
      children: createElement(SevenDays, { counts }),
    }),
  );
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, to = "", text]) => [
    to.replaceAll("&amp;", "&").replace("/recordings?range=last-7d&", ""),
    text,
  ]);

test("each number leads to its calls, and so does what is missing at a step", () => {
  expect(linksOf(drawn(COUNTS))).toEqual([
    ["reached=started", "12"],
    ["reached=recorded", "12"],
    ["reached=recorded&reached.not=playable", "1 not playable"],
    ["reached=playable", "11"],
    ["reached=playable&reached.not=words", "2 without words"],
    ["reached=words", "9"],
    ["reached=summary", "9"],
  ]);
  expect(drawn(COUNTS)).toContain('aria-label="With words: 9. Open these calls"');
});

test("it is written in Japanese, too", () => {
  const html = drawn(COUNTS, "ja");
  expect(html).toContain("過去 7 日間");
  expect(html).toContain("文字起こしなし 2 件");
});

test("nothing is drawn of days in which nothing was started", () => {
  const none = { started: 0, recorded: 0, playable: 0, words: 0, summary: 0 };
  expect(drawn(none)).toBe("");
});
