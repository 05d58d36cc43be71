import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { LABEL_COLOURS } from "#app/core/domain/label/label.schema.ts";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8").replaceAll(
  /\/\*[^]*?\*\//g,
  "",
);
const root = css.slice(css.indexOf(":root {"), css.indexOf("@theme inline"));
const [light = "", darkTheme = ""] = root.split("@variant night {");
const declarations = (text: string) =>
  new Map(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [
      name,
      value.trim(),
    ]),
  );
const LIGHT = declarations(light);
const DARK = new Map([...LIGHT, ...declarations(darkTheme)]);

type Tokens = Map<string, string>;

/** Relative luminance (WCAG 2.2) of a token: oklch → linear sRGB (Ottosson 2020) → Y. */
function luminance(tokens: Tokens, name: string): number {
  const value = tokens.get(name) ?? "";
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (alias !== undefined) return luminance(tokens, alias);
  if (value === "white") return 1;
  const [, l, c, h] = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(value) ?? [];
  if (l === undefined || c === undefined || h === undefined) throw new Error(`${name}: ${value}`);
  const angle = (Number(h) * Math.PI) / 180;
  const [a, b] = [Number(c) * Math.cos(angle), Number(c) * Math.sin(angle)];
  const lms = [
    Number(l) / 100 + 0.3963377774 * a + 0.2158037573 * b,
    Number(l) / 100 - 0.1055613458 * a - 0.0638541728 * b,
    Number(l) / 100 - 0.0894841775 * a - 1.291485548 * b,
  ].map((root3) => root3 ** 3);
  const rgb = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.707614701],
  ].map((row) => row.reduce((sum, factor, at) => sum + factor * (lms[at] ?? 0), 0));
  const weights = [0.2126, 0.7152, 0.0722];
  return rgb.reduce(
    (sum, part, at) => sum + Math.min(1, Math.max(0, part)) * (weights[at] ?? 0),
    0,
  );
}

function contrast(tokens: Tokens, front: string, back: string): number {
  const [dark = 0, bright = 0] = [luminance(tokens, front), luminance(tokens, back)].sort(
    (x, y) => x - y,
  );
  return (bright + 0.05) / (dark + 0.05);
}

const SURFACES = ["surface", "surface-raised", "surface-hover", "surface-sunken"];
const LABELS = LABEL_COLOURS.map((colour) => `label-${colour}`);
const TEXT = [
  ...["ink", "ink-soft", "ink-muted", "us-ink", "them-ink", "link", "danger"],
  ...LABELS,
];

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
])("%s", (_theme, tokens) => {
  test.each(TEXT.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)))(
    "%s on %s reads at 4.5:1",
    (text, surface) => expect(contrast(tokens, text, surface)).toBeGreaterThanOrEqual(4.5),
  );

  test.each([
    ["on-accent", "accent"],
    ["on-accent", "accent-hover"],
    ["on-live", "live"],
    ["us-ink", "us-wash"],
    ["them-ink", "them-wash"],
    ["ink", "surface-chosen"],
    ["ink-muted", "surface-chosen"],
    ["ink", "mark"],
    ["surface-raised", "ink"],
  ])("%s on %s reads at 4.5:1", (text, surface) =>
    expect(contrast(tokens, text, surface)).toBeGreaterThanOrEqual(4.5),
  );

  test.each(["us", "them", "coach", "line-control", "focus", "live"])(
    "%s is seen on paper at 3:1",
    (colour) => expect(contrast(tokens, colour, "surface-raised")).toBeGreaterThanOrEqual(3),
  );
});

const ui = join(import.meta.dirname, "..");
const sources = readdirSync(ui, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
  .map((file) => [relative(ui, join(ui, file)), readFileSync(join(ui, file), "utf8")] as const);

test("the voice colours say who spoke and nothing else", () => {
  const voices =
    /\b(bg|text|fill|stroke|border|accent|decoration|outline|from|to|via)-(us|them)(-ink|-wash)?\b/;
  const users = sources.filter(([, text]) => voices.test(text)).map(([file]) => file);
  const mayUse =
    /^(components\/instrument\/|components\/chart\/course-names\.tsx|components\/primitive\/(face|brand)\.tsx|features\/(live|player|sharing|transcript)\/|features\/summary\/play-link\.tsx)/;
  expect(users.length).toBeGreaterThan(3);
  expect(users.filter((file) => !mayUse.test(file))).toEqual([]);
});

test("screens speak in meanings: no palette of Tailwind, no hex, no dark:", () => {
  const foreign =
    /["'\s](dark:|(bg|text|border|fill|stroke)-(gray|slate|zinc|red|green|blue|white|black)\b)|["'[]#[0-9a-f]{3,8}["'\]]/;
  expect(sources.filter(([, text]) => foreign.test(text)).map(([file]) => file)).toEqual([]);
});
