import { expect, test } from "vitest";
import { parseTermsCsv } from "./terms-csv.ts";

test("rows with quotes, commas, variants and a mark at the start", () => {
  const { terms, faults } = parseTermsCsv(
    '\uFEFFterm,variants,language,category,boost,case_sensitive\r\nHubSpot,hub spot; hop spot,en,product,8,\r\n"Acme, ""Inc""",,en-GB,Competitor,,yes\r\n\r\nプラン,ぷらん,ja,,,\r\n',
    "en",
  );
  expect(faults).toEqual([]);
  expect(terms).toEqual([
    {
      term: "HubSpot",
      variants: ["hub spot", "hop spot"],
      language: "en",
      category: "product",
      boost: 8,
      isCaseSensitive: false,
    },
    {
      term: 'Acme, "Inc"',
      variants: [],
      language: "en-GB",
      category: "competitor",
      boost: 0,
      isCaseSensitive: true,
    },
    {
      term: "プラン",
      variants: ["ぷらん"],
      language: "ja",
      category: "other",
      boost: 0,
      isCaseSensitive: false,
    },
  ]);
});

test("columns may come in any order, or without a header", () => {
  expect(parseTermsCsv("boost,term\n3,Parley\n", "en").terms).toMatchObject([
    { term: "Parley", boost: 3, language: "en" },
  ]);
  expect(parseTermsCsv("Parley,par lay\nAcme", "ja").terms).toMatchObject([
    { term: "Parley", variants: ["par lay"] },
    { term: "Acme", language: "ja" },
  ]);
  expect(parseTermsCsv("", "en")).toEqual({ terms: [], faults: [] });
});

test("a quotation mark that is never closed is told by its row", () => {
  expect(parseTermsCsv('term\nGood\n"Bad\n', "en")).toEqual({
    terms: [],
    faults: [{ row: 3, reason: "quote_open?n=3" }],
  });
});

test("bad rows are told by number, good ones are kept", () => {
  const variants = Array.from({ length: 11 }, (_, n) => `v${n}`).join(";");
  const { terms, faults } = parseTermsCsv(
    `term,variants,boost,category\n,x,,\nGood,,,\nBad,,11,\nMany,${variants},,\nOdd,,,planet\n`,
    "en",
  );
  expect(terms.map(({ term }) => term)).toEqual(["Good"]);
  expect(faults).toEqual([
    { row: 2, reason: "required" },
    { row: 4, reason: "too_big?n=10" },
    { row: 5, reason: "too_big?n=10" },
    { row: 6, reason: "invalid" },
  ]);
});

test("headings as the screens name them, separated as spreadsheets do", () => {
  expect(
    parseTermsCsv("用語\t分類\t別表記\n値引き\t製品\tねびき;値引\n", "ja").terms,
  ).toMatchObject([{ term: "値引き", category: "product", variants: ["ねびき", "値引"] }]);
  expect(
    parseTermsCsv('Term;Sounds like;Case-sensitive\r\nDockLine;"doc line;dog line";WAHR\r\n', "en")
      .terms,
  ).toMatchObject([
    { term: "DockLine", variants: ["doc line", "dog line"], isCaseSensitive: true },
  ]);
  expect(parseTermsCsv("Term\nAcme, Inc\n", "en").terms).toMatchObject([{ term: "Acme, Inc" }]);
});
