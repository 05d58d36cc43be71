import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { BAND_KEYS } from "./bands.ts";
import { computeMetrics } from "./metrics.ts";
import { spokenWords } from "../words/spoken.ts";
import { callOf } from "./test-calls.ts";
import { DIALOGUE, segmentsOf } from "./test-dialogue.ts";

const group = z.record(z.string(), z.string());
const texts = z.looseObject({
  name: group,
  formula: group,
  unit: group,
  reason: group,
  part: group,
  band: group,
  bandOf: group,
});
const catalogue = (language: string) =>
  texts.parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, `../../../i18n/${language}/metrics.json`), "utf8"),
    ),
  );

const CALL = callOf(spokenWords(segmentsOf(DIALOGUE)), 300_000, {
  presets: ["rally"],
  objections: [],
});
const INPUTS = [
  CALL,
  { ...CALL, language: "ja" },
  { ...CALL, quality: "C" as const },
  { ...CALL, sidesKnown: false },
  { ...CALL, spreadShare: 1, fillersSupported: false },
  callOf([], 1000),
  callOf(spokenWords(segmentsOf(DIALOGUE.slice(0, 2))), 9000),
  callOf(
    CALL.words.filter(({ side }) => side === "R"),
    300_000,
  ),
];
const VIEWS = INPUTS.flatMap((input) => computeMetrics(input).metrics);

test.each(["en", "ja"])("every metric, reason, part and unit has its text (%s)", (language) => {
  const { name, formula, unit: units, reason: reasons, part: known } = catalogue(language);
  for (const { key, reason, parts, unit } of VIEWS) {
    expect(name, key).toHaveProperty(key);
    expect(formula, key).toHaveProperty(key);
    expect(units, key).toHaveProperty(unit);
    if (reason !== null) expect(reasons, key).toHaveProperty(reason);
    for (const part of Object.keys(parts)) expect(known, key).toHaveProperty(part);
  }
});

test.each(["en", "ja"])(
  "a band is called our default, never a standard of the industry (%s)",
  (language) => {
    const { band, bandOf } = catalogue(language);
    const ours = language === "en" ? /\b(?:our|the) default/i : /当社の標準値/;
    for (const text of [...Object.values(band), ...Object.values(bandOf)])
      expect(text).toMatch(ours);
    expect(JSON.stringify(catalogue(language))).not.toMatch(/industry|業界/i);
    for (const key of BAND_KEYS) expect(bandOf).toHaveProperty(key);
  },
);
