import { describe, expect, test } from "vitest";
import type { CrmField, CrmFieldType } from "../connection/connection-types.ts";
import { OUTPUT_TYPES, type OutputItem, outputItem, type OutputType } from "../summary/output.ts";
import { compatible } from "./compatible.ts";
import { convert, type ConvertContext } from "./convert.ts";
import { rowOptions } from "./mapping.schema.ts";
import { convertSummary } from "./whole-summary.ts";

const FIELD_TYPES: readonly CrmFieldType[] = [
  ...(["text", "longtext", "richtext", "number", "money", "percent", "boolean", "date"] as const),
  ...(["datetime", "picklist", "multipicklist", "reference", "url", "email", "phone"] as const),
  "other",
];
const MARI = "019aaaaa-0000-7000-8000-000000000001";
const HARUKI = "019aaaaa-0000-7000-8000-000000000002";
const URL = "https://parley.test/playback/1";

const context: ConvertContext = {
  ...{ zone: "Asia/Tokyo", language: "en", currency: "EUR", playbackUrl: URL },
  people: [
    {
      ...{ participantId: MARI, contactId: null, name: "Mari" },
      ...{ email: "mari@parley.test", userRef: "005-mari", contactRef: null },
    },
    {
      ...{ participantId: null, contactId: HARUKI, name: "Haruki Okabe" },
      ...{ email: "haruki@okabe.test", userRef: null, contactRef: "003-haruki" },
    },
  ],
  columns: ["Who", "What"],
};
const japanese: ConvertContext = { ...context, language: "ja", columns: ["誰", "何"] };

const field = (type: CrmFieldType, more: Partial<CrmField> = {}) => ({
  ...{ type, length: null, options: [], references: [] },
  ...more,
});
const option = (value: string, label = value, isActive = true) => ({ value, label, isActive });
const row = (options: object = {}) => ({ options: rowOptions.parse(options) });
const items = (type: OutputType, ...values: object[]): OutputItem[] =>
  values.map((value) => outputItem.parse({ type, value }));

const ONE: Record<OutputType, object> = {
  text: { text: "They drive two shifts." },
  bullets: { text: "Slots are booked by phone" },
  checklist: { task: "Send dock slot plan", owner: MARI, due: "2026-11-26" },
  enum: { option: "Routely" },
  multi_enum: { options: ["Planning", "Tracking"] },
  number: { number: 40, unit: "trucks" },
  money: { amount: 24_000, currency: "EUR" },
  date: { date: "2027-01-15", phrase: "mid January" },
  boolean: { is: true },
  person: { name: "Haruki", contactId: HARUKI },
  url: { url: "https://okabe.test/plan" },
  table: { cells: ["Haruki", "<b>dock</b>"] },
};
const one = (type: OutputType) => items(type, ONE[type]);
const choices = { options: [option("Routely"), option("Planning"), option("Tracking")] };

describe("which pairs are possible", () => {
  const expected: Record<OutputType, string> = {
    text: "text longtext richtext",
    bullets: "longtext richtext",
    checklist: "text longtext richtext",
    enum: "text longtext richtext picklist multipicklist",
    multi_enum: "text longtext richtext multipicklist",
    number: "text longtext richtext number percent",
    money: "text longtext richtext number money",
    date: "text longtext richtext date datetime",
    boolean: "boolean",
    person: "text longtext richtext reference email",
    url: "text longtext richtext url",
    table: "richtext",
  };
  test.each(OUTPUT_TYPES)("%s", (type) => {
    const possible = FIELD_TYPES.filter((other) => compatible(type, other));
    expect(possible.join(" ")).toBe(expected[type]);
  });

  test.each(OUTPUT_TYPES.flatMap((type) => FIELD_TYPES.map((other) => [type, other] as const)))(
    "%s into %s is converted, asked about or refused as the table says",
    (type, other) => {
      const target = field(other, { ...choices, references: ["Contact"] });
      const result = convert(row(), type, one(type), target, context);
      if (!compatible(type, other)) expect(result).toEqual({ nothing: "impossible" });
      else if (other === "percent") expect(result).toEqual({ ask: "other_unit" });
      else expect(result).toHaveProperty("value");
      expect(convert(row(), type, [], target, context)).toEqual({ nothing: "not_discussed" });
    },
  );
});

describe("texts", () => {
  const text = (type: OutputType, to: CrmFieldType, at = context) =>
    convert(row(), type, one(type), field(to), at);

  test.each([
    ["checklist", "text", "Send dock slot plan (Mari, 26 Nov 2026)"],
    ["checklist", "longtext", "- Send dock slot plan (Mari, 26 Nov 2026)"],
    ["bullets", "richtext", "<ul><li>Slots are booked by phone</li></ul>"],
    ["text", "richtext", "<p>They drive two shifts.</p>"],
    ["multi_enum", "text", "Planning, Tracking"],
    ["number", "text", "40 trucks"],
    ["money", "text", "€24,000"],
    ["date", "text", "15 Jan 2027"],
    ["person", "text", "Haruki"],
    ["url", "text", "https://okabe.test/plan"],
    [
      "table",
      "richtext",
      "<table><tr><th>Who</th><th>What</th></tr><tr><td>Haruki</td><td>&lt;b&gt;dock&lt;/b&gt;</td></tr></table>",
    ],
  ] as const)("%s as %s", (type, to, value) => {
    expect(text(type, to)).toEqual({ value });
  });

  test.each([
    ["checklist", "text", "Send dock slot plan（Mari、2026/11/26）"],
    ["multi_enum", "text", "Planning、Tracking"],
    ["number", "text", "40trucks"],
    ["money", "text", "€24,000"],
    ["date", "text", "2027/01/15"],
  ] as const)("%s as %s in Japanese", (type, to, value) => {
    expect(text(type, to, japanese)).toEqual({ value });
  });

  test("several items take a line each, or one line together", () => {
    const two = items("text", { text: "一つ目です。" }, { text: "二つ目\nです。" });
    expect(convert(row(), "text", two, field("longtext"), japanese)).toEqual({
      value: "一つ目です。\n二つ目 です。",
    });
    expect(convert(row(), "text", two, field("text"), japanese)).toEqual({
      value: "一つ目です。／二つ目 です。",
    });
    expect(convert(row(), "text", two, field("text"), context)).toEqual({
      value: "一つ目です。; 二つ目 です。",
    });
  });

  test("what is too long is cut with the link, and never between the halves of a letter", () => {
    const long = items("text", { text: "配送計画を見直したいと思っています。👨‍👩‍👧".repeat(20) });
    for (const length of [255, 256, 257, 258, 259, 260, 80, 40]) {
      const result = convert(row(), "text", long, field("text", { length }), japanese);
      const value = "value" in result ? String(result.value) : "";
      expect(value.length).toBeLessThanOrEqual(length);
      expect(value.isWellFormed()).toBe(true);
      expect(value).toMatch(/^配送計画を/);
      expect(value.endsWith(length < 70 ? "…" : `… ${URL}`)).toBe(true);
      expect(value).not.toMatch(/\u200d…/);
    }
  });

  test("rich text is cut between its items and stays whole", () => {
    const many = items(
      "bullets",
      ...Array.from({ length: 30 }, (_, n) => ({ text: `点${n} & 他` })),
    );
    const result = convert(row(), "bullets", many, field("richtext", { length: 300 }), japanese);
    const value = "value" in result ? String(result.value) : "";
    expect(value.length).toBeLessThanOrEqual(300);
    expect(value).toMatch(
      /^<ul>(<li>点\d+ &amp; 他<\/li>)+<\/ul><p>… <a href="[^"]+">[^<]+<\/a><\/p>$/,
    );
  });

  test("one item that alone is too long for rich text loses its marks, not the field", () => {
    const long = items("text", { text: "A & B ".repeat(100) });
    for (let length = 60; length < 80; length += 1) {
      const result = convert(row(), "text", long, field("richtext", { length }), context);
      const value = "value" in result ? String(result.value) : "";
      expect(value.length).toBeLessThanOrEqual(length);
      expect(value).toMatch(/^<p>(?:[^&<]|&amp;)*…<\/p>$/);
    }
  });
});

describe("choices", () => {
  const hauly = items("enum", { option: "Hauly" });
  const list = [option("Routely"), option("OTH", "Other"), option("Hauly", "Hauly", false)];
  const into = (options: object, said = hauly) =>
    convert(row(options), "enum", said, field("picklist", { options: list }), context);

  test("go by value, by translation, or by label", () => {
    expect(into({}, one("enum"))).toEqual({ value: "Routely" });
    expect(into({ translation: { Hauly: "OTH" } })).toEqual({ value: "OTH" });
    expect(into({}, items("enum", { option: "ｏｔｈｅｒ" }))).toEqual({ value: "OTH" });
    expect(into({ translation: { はい: "OTH" } }, items("enum", { option: "はい" }))).toEqual({
      value: "OTH",
    });
  });

  test("without a match do as the row says; a value out of use is none", () => {
    expect(into({})).toEqual({ nothing: "no_match" });
    expect(into({ translation: { Hauly: "Hauly" } })).toEqual({ nothing: "no_match" });
    expect(into({ noMatch: { kind: "ask" } })).toEqual({ ask: "no_match" });
    expect(into({ noMatch: { kind: "other", value: "OTH" } })).toEqual({ value: "OTH" });
    expect(into({ noMatch: { kind: "other", value: "gone" } })).toEqual({ nothing: "no_match" });
    expect(into({ translation: { Hauly: "" }, noMatch: { kind: "ask" } })).toEqual({
      nothing: "left_empty",
    });
    expect(into({}, items("enum", { option: "constructor" }))).toEqual({ nothing: "no_match" });
  });

  test("of several become one list", () => {
    const target = field("multipicklist", { options: list });
    const said = items("multi_enum", { options: ["Routely", "Hauly", "Other"] });
    const of = (options: object) => convert(row(options), "multi_enum", said, target, context);
    expect(of({})).toEqual({ value: "Routely;OTH" });
    expect(of({ noMatch: { kind: "ask" } })).toEqual({ ask: "no_match" });
    expect(of({ translation: { Hauly: "OTH" } })).toEqual({ value: "Routely;OTH" });
  });
});

describe("numbers, money, days, people", () => {
  const into = (type: OutputType, value: object, target: ReturnType<typeof field>, options = {}) =>
    convert(row(options), type, items(type, value), target, context);

  test("a percent field takes percentages", () => {
    expect(into("number", { number: 40, unit: "％" }, field("percent"))).toEqual({ value: 40 });
    expect(into("number", { number: 40, unit: "" }, field("number"))).toEqual({ value: 40 });
  });

  test("money goes where its currency is the field's", () => {
    const yen = { amount: 3_000_000, currency: "JPY" };
    expect(into("money", yen, field("money"))).toEqual({ ask: "other_currency" });
    expect(into("money", yen, field("money"), { currency: "JPY" })).toEqual({ value: 3_000_000 });
    expect(into("money", { amount: 9, currency: "" }, field("number"))).toEqual({ value: 9 });
    const per = { amount: 60, currency: "EUR", per: ["seat"] };
    expect(into("money", per, field("money"))).toEqual({ ask: "per_unit" });
    const nowhere = { ...context, currency: null };
    expect(convert(row(), "money", items("money", yen), field("money"), nowhere)).toEqual({
      ask: "no_currency",
    });
  });

  test("a day begins in the workspace's zone", () => {
    const day = { date: "2027-01-15", phrase: "1月15日" };
    expect(into("date", day, field("date"))).toEqual({ value: "2027-01-15" });
    expect(into("date", day, field("datetime"))).toEqual({ value: "2027-01-14T15:00:00.000Z" });
    const berlin = { ...context, zone: "Europe/Berlin" };
    const summer = items("date", { date: "2026-07-01", time: "14:00", phrase: "two" });
    expect(convert(row(), "date", summer, field("datetime"), berlin)).toEqual({
      value: "2026-07-01T12:00:00.000Z",
    });
  });

  test("what stayed open is not written", () => {
    expect(into("boolean", { is: null }, field("boolean"))).toEqual({ nothing: "unknown" });
    expect(into("boolean", { is: false }, field("boolean"))).toEqual({ value: false });
  });

  test("people are found by who they are, never by name", () => {
    const owner = field("reference", { references: ["User"] });
    const contact = field("reference", { references: ["Contact"] });
    const mari = { name: "Mari", participantId: MARI };
    expect(into("person", mari, owner)).toEqual({ value: "005-mari" });
    expect(into("person", mari, contact)).toEqual({ ask: "person_not_found" });
    expect(into("person", ONE.person, contact)).toEqual({ value: "003-haruki" });
    expect(into("person", { name: "Mari" }, owner)).toEqual({ ask: "person_not_found" });
    expect(into("person", mari, field("email"))).toEqual({ value: "mari@parley.test" });
    expect(into("person", { name: "Mari" }, field("email"))).toEqual({ nothing: "no_email" });
  });

  test("half an address is none", () => {
    expect(into("url", ONE.url, field("url", { length: 10 }))).toEqual({ ask: "too_long" });
  });
});

describe("the whole summary", () => {
  const sections = [
    { title: "課題", type: "bullets" as const, items: one("bullets"), columns: [] },
    { title: "Nothing", type: "text" as const, items: [], columns: [] },
    { title: "People", type: "table" as const, items: one("table"), columns: ["Who", "What"] },
  ];
  test("is one text under its headings, with the link to the call", () => {
    expect(convertSummary(sections, field("longtext"), context)).toEqual({
      value: `課題\n- Slots are booked by phone\n\nPeople\n- Haruki | <b>dock</b>\n\n${URL}`,
    });
    expect(convertSummary(sections, field("richtext"), context)).toEqual({
      value:
        "<p><strong>課題</strong></p><ul><li>Slots are booked by phone</li></ul>" +
        "<p><strong>People</strong></p><table><tr><th>Who</th><th>What</th></tr><tr><td>Haruki</td><td>&lt;b&gt;dock&lt;/b&gt;</td></tr></table>" +
        `<p><a href="${URL}">${URL}</a></p>`,
    });
  });
  test("is nothing where nothing was discussed, and goes into long texts only", () => {
    expect(convertSummary([], field("longtext"), context)).toEqual({ nothing: "not_discussed" });
    expect(convertSummary(sections, field("text"), context)).toEqual({ nothing: "impossible" });
  });
});
