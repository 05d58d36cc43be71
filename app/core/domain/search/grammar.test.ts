import { expect, test } from "vitest";
import { parseQuery, type QueryNode } from "./grammar.ts";

/** A short way to write trees: words as they are, phrases in quotes, fields before a colon. */
function show(node: QueryNode | null): string {
  if (!node) return "nothing";
  switch (node.kind) {
    case "text":
      return `${node.field ? `${node.field}:` : ""}${node.isPhrase ? `"${node.text}"` : node.text}`;
    case "near":
      return `<${show(node.left)} ~${node.within} ${show(node.right)}>`;
    case "speaker":
      return `@${node.name}`;
    case "side":
      return `@@${node.side}`;
    case "owner":
      return `own@${node.name}`;
    case "not":
      return `!${show(node.node)}`;
    case "and":
    case "or":
      return `${node.kind}(${node.nodes.map(show).join(", ")})`;
  }
}
function read(query: string) {
  const parsed = parseQuery(query);
  if (!parsed.isOk) throw new Error(parsed.code);
  return { tree: show(parsed.node), notes: parsed.notes };
}

test.each([
  ["price plan", "and(price, plan)"],
  ['"price plan"', '"price plan"'],
  ["a OR b c", "or(a, and(b, c))"],
  ["(a OR b) c", "and(or(a, b), c)"],
  ["price -plan", "and(price, !plan)"],
  ['-"price plan" x', 'and(!"price plan", x)'],
  ["-(a b) c", "and(!and(a, b), c)"],
  ["speaker:aki price side:customer side:us", "and(@aki, price, @@C, @@R)"],
  ['speaker:"aki tanaka"', "@aki tanaka"],
  ['speaker:customer "price"', 'and(@@C, "price")'],
  ["speaker:US x", "and(@@R, x)"],
  ['speaker:"us"', "@us"],
  ["owner:theo discount", "and(own@theo, discount)"],
  ["price near/5 discount", "<price ~5 discount>"],
  ['x "our price" NEAR/3 discount y', 'and(x, <"our price" ~3 discount>, y)'],
  ["a near/5 b near/2 c", "and(<a ~5 b>, <b ~2 c>)"],
  [
    'title:acme comment:late summary:x label:new company:"big co"',
    'and(title:acme, comment:late, summary:x, label:new, company:"big co")',
  ],
  ["TITLE:acme", "title:acme"],
  ["foo:bar http://x.y", "and(foo:bar, http://x.y)"],
  ["hub-spot - x", "and(hub-spot, -, x)"],
  ["価格　プラン", "and(価格, プラン)"],
  ["“price plan”", '"price plan"'],
  ["（a OR b） c", "and(or(a, b), c)"],
  ["OR a OR", "a"],
  ["", "nothing"],
  ["()", "nothing"],
  ["or", "or"],
  ["ORDER", "ORDER"],
])("%s", (query, tree) => {
  expect(read(query)).toEqual({ tree, notes: [] });
});

test.each([
  ['price "plan', 'and(price, "plan)', "unbalanced_quote"],
  ["(price plan", "and(price, plan)", "unbalanced_bracket"],
  ["price) plan", "and(price, plan)", "unbalanced_bracket"],
  ["side:left", "side:left", "unknown_side"],
  ["near/5 x", "and(near/5, x)", "near_needs_words"],
  ["x near/5", "and(x, near/5)", "near_needs_words"],
  ["title:x near/5 y", "and(title:x, near/5, y)", "near_needs_words"],
])("read literally, with a note: %s", (query, tree, note) => {
  expect(read(query)).toEqual({ tree, notes: [note] });
});

test("400 characters and 32 terms are the limit, and near reaches at most 50", () => {
  expect(parseQuery("x".repeat(401))).toEqual({ isOk: false, code: "too_long?n=400" });
  expect(parseQuery(Array(33).fill("x").join(" "))).toEqual({
    isOk: false,
    code: "too_many_terms?n=32",
  });
  expect(parseQuery(Array(32).fill("x").join(" "))).toMatchObject({ isOk: true });
  expect(read("a near/999 b").tree).toBe("<a ~50 b>");
});

test("any text ends in a tree, however deep its brackets", () => {
  const pieces = ["(", ")", '"', "-", "OR", "near/3", "a", "title:", "speaker:x", " ", "価"];
  let state = 5;
  for (let round = 0; round < 3_000; round += 1) {
    let query = "";
    for (let n = 0; n < 25; n += 1) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      query += `${pieces[(state >>> 16) % pieces.length] ?? ""}${state % 3 === 0 ? " " : ""}`;
    }
    expect(parseQuery(query).isOk).toBe(true);
  }
  expect(read(`${"(".repeat(199)}a${")".repeat(199)}`).tree).toBe("a");
});

test.each([
  ["title：更新", "title:更新"],
  ["price ＯＲ cost", "or(price, cost)"],
  ["価格 －競合", "and(価格, !競合)"],
  ["価格 −競合", "and(価格, !競合)"],
  ["side：customer 価格", "and(@@C, 価格)"],
  ["a ｎｅａｒ／３ b", "<a ~3 b>"],
  // Where no operator can be, it is a letter like any other.
  ["価格－競合", "価格－競合"],
])("operators as a Japanese keyboard writes them: %s", (query, tree) => {
  expect(read(query).tree).toBe(tree);
});
