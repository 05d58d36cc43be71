import { expect, test } from "vitest";
import { asTyped, parseQuery } from "./grammar.ts";
import { makeSnippet, marksIn } from "./snippet.ts";
import { phraseSequence, tokenise, wordSequences } from "../words/tokens.ts";
import { estimateCalls, planSearch, printTs } from "./tsquery.ts";
import { callVector, segmentVector } from "../words/tsvector.ts";

const lexemes = (text: string) => tokenise(text).map((token) => token.lexemes.join("/"));
function plan(query: string) {
  const parsed = parseQuery(query);
  const made = parsed.isOk ? planSearch(parsed.node) : null;
  if (!made) throw new Error("no plan");
  return made;
}
const prefilter = (query: string) => {
  const { prefilter: ts } = plan(query);
  return ts && printTs(ts);
};

test("words are folded, numbers and apostrophes joined, everything else parts", () => {
  expect(lexemes("Well, Acme’s CAFÉ don't cost $1,250.00 at node.js—O'Brien")).toEqual([
    "well",
    "acme",
    "cafe",
    "dont",
    "cost",
    "1250",
    "00",
    "at",
    "node",
    "js",
    "obrien",
  ]);
});

test("Japanese is pairs of letters and words, each at its place", () => {
  const text = "Q3の価格プラン。";
  const tokens = tokenise(text);
  expect(tokens.map(({ from, to }) => text.slice(from, to)).join("|")).toBe("Q3|の|価|格|プ|ラ|ン");
  expect(lexemes(text)[2]).toContain("価格");
  expect(lexemes(text)).toContain("ぷら/ぷらん");
  expect(lexemes(text).at(-1)).toBe("ん");
});

test("a question is cut as a text is", () => {
  expect(wordSequences("node.js")).toMatchObject([
    {
      steps: [
        { lexeme: "node", at: 0 },
        { lexeme: "js", at: 1 },
      ],
      span: 2,
    },
  ]);
  expect(
    wordSequences("価格プラン").map(({ steps }) => steps.map(({ lexeme }) => lexeme).join(" ")),
  ).toEqual(["価格", "ぷら らん"]);
  expect(wordSequences("価")).toMatchObject([{ steps: [{ lexeme: "価", isPrefix: true }] }]);
  expect(phraseSequence("Q3の売上")?.steps).toMatchObject([
    { lexeme: "q3", at: 0 },
    { lexeme: "の売", at: 1 },
    { lexeme: "売上", at: 2 },
  ]);
  expect(phraseSequence("…")).toBeNull();
  expect(wordSequences("--")).toEqual([]);
});

test("plain words are settled by the call's own document", () => {
  expect(prefilter("price plan")).toBe("('price' & 'plan')");
  expect(prefilter("(price OR cost) -plan")).toBe("(('price' | 'cost') & !('plan'))");
  expect(plan("price -plan").residual).toBeNull();
  expect(prefilter('title:acme company:"big co"')).toBe(
    "(('title=acme') & (('company=big' <1> 'company=co')))",
  );
  expect(plan('company:"big co"').residual).toBeNull();
});

test("phrases, near, speakers and sides are tested on segments, after their words narrow the calls", () => {
  const phrase = plan('"price plan"');
  expect(phrase.prefilter && printTs(phrase.prefilter)).toBe("('price' & 'plan')");
  expect(phrase.residual).toMatchObject({
    kind: "or",
    nodes: [{ kind: "call" }, { kind: "said" }],
  });
  const near = plan("price near/2 plan").residual;
  expect(near?.kind === "said" && near.ts && printTs(near.ts)).toBe(
    "(('price' <1> 'plan') | ('plan' <1> 'price') | ('price' <2> 'plan') | ('plan' <2> 'price'))",
  );
  expect(prefilter("price side:customer")).toBe("'price':D");
  expect(plan("price side:customer speaker:aki").residual).toMatchObject({
    kind: "said",
    who: [
      { side: "C", isNot: false },
      { speaker: "aki", isNot: false },
    ],
  });
  expect(plan("-speaker:aki price").residual).toMatchObject({
    who: [{ speaker: "aki", isNot: true }],
  });
  expect(plan("speaker:aki")).toMatchObject({
    prefilter: null,
    residual: { kind: "said", ts: null },
  });
});

test("what a phrase excludes is not used to narrow calls, an alternative only when all sides narrow", () => {
  expect(plan('-"price plan" acme').prefilter).toEqual(plan("acme").prefilter);
  expect(plan('-"price plan" acme').residual).toMatchObject({ kind: "not" });
  expect(plan("acme OR speaker:aki").prefilter).toBeNull();
  expect(prefilter('acme OR "price plan"')).toBe("('acme' | ('price' & 'plan'))");
});

test("what people type stays inside quotes", () => {
  expect(prefilter("title:o\\'x:*")).not.toContain("\\'");
  expect(prefilter("a' | 'b:*")).toBe("('a' & 'b')");
  expect(segmentVector("it's a\\b 'c'")).toBe("'it':1 'a':2 'b':3 'c':4");
});

test("documents weigh fields and keep words said out of phrases", () => {
  const doc = callVector({
    title: "Acme renewal",
    company: "Acme",
    people: ["Aki"],
    summary: [],
    comments: ["late"],
    labels: [],
    said: ["acme price", "price"],
  });
  expect(doc).toContain("'title=renewal':2A");
  expect(doc).toContain("'comment=late':");
  expect(doc).toMatch(/'acme':1A,\d+A,16383(?![A-D])/);
  expect(doc).toContain("'price':16383");
  expect(doc.match(/'price'/g)).toHaveLength(1);
});

test("how many calls a question can have at most", () => {
  const calls = (lexeme: string) => ({ price: 900, plan: 20, rare: 1 })[lexeme] ?? 0;
  const estimate = (query: string) =>
    estimateCalls(plan(query).prefilter ?? { kind: "and", nodes: [] }, calls);
  expect(estimate("price plan")).toBe(20);
  expect(estimate("price OR rare")).toBe(901);
  expect(estimate("-price")).toBe(Infinity);
  expect(estimate('"price rare"')).toBe(1);
});

test("snippets mark what was asked for, in the piece that is shown", () => {
  const marked = (text: string, query: string) => {
    const { text: piece, marks } = makeSnippet(text, plan(query).marks);
    return marks.map(([from, to]) => piece.slice(from, to));
  };
  expect(marked("Our CAFÉ plan, and the café.", "cafe")).toEqual(["CAFÉ", "café"]);
  expect(marked("the price plan and a price", '"price plan"')).toEqual(["price plan"]);
  expect(marked("来週の価格プランです", "価格")).toEqual(["価格"]);
  expect(marked("来週のプランニング", "ﾌﾟﾗﾝ")).toEqual(["プラン"]);
  expect(marked("東京都の京都", '"京都"')).toEqual(["京都", "京都"]);
  const long = `${"so we talked and talked ".repeat(30)}about pricing ${"and more of it ".repeat(30)}`;
  const snippet = makeSnippet(long, plan("pricing").marks);
  expect(snippet.text.length).toBeLessThanOrEqual(205);
  expect(snippet.text.startsWith("… ")).toBe(true);
  expect(snippet.marks.map(([from, to]) => snippet.text.slice(from, to))).toEqual(["pricing"]);
  expect(marksIn("nothing here", plan("pricing").marks)).toEqual([]);
});

test.each([
  ["bak", "'bak':*"],
  ["price bak", "('price' & 'bak':*)"],
  ["price OR bak", "('price' | 'bak':*)"],
  ["bak side:customer", "'bak':*D"],
  ["side:customer bak", "'bak':*D"],
  // One letter begins too much; a phrase, and what is left out, are meant as they are.
  ["b", "'b'"],
  ['"big bak"', "('big' & 'bak')"],
  ["price -bak", "('price' & !('bak'))"],
])("while it is typed, the last word may have no end: %s", (query, printed) => {
  const parsed = parseQuery(query);
  const made = parsed.isOk ? planSearch(asTyped(parsed.node)) : null;
  expect(made?.prefilter && printTs(made.prefilter)).toBe(printed);
  // A rule of a label is no search that goes on being typed.
  expect(prefilter(query)).not.toContain("*");
});
