import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EN } from "#app/i18n/generated/en.ts";
import { createI18n } from "#app/i18n/i18n.ts";
import { TextsProvider } from "#app/i18n/translation.tsx";
import { Strip } from "./strip.tsx";

/** Ours in the first half of 150 cells, theirs in the second. */
const CELLS = btoa(
  String.fromCharCode(...Array.from({ length: 150 }, (_, n) => (n < 75 ? 240 : 15))),
);

const drawn = (talkRatio: number | null): string =>
  renderToStaticMarkup(
    createElement(TextsProvider, {
      i18n: createI18n("en", { en: EN }),
      children: createElement(Strip, { strip: CELLS, talkRatio }),
    }),
  );

test("a strip says the share that is given, and of a call too short for one no figure at all", () => {
  expect(drawn(0.68)).toContain("68");
  const short = drawn(null);
  expect(short).toContain("<path");
  expect(/aria-label="(?<said>[^"]*)"/.exec(short)?.groups?.["said"]).toMatch(/^[^\d%]+$/);
});
