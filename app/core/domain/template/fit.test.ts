import { describe, expect, test } from "vitest";
import { BUILT_INS } from "./built-in.ts";
import { type CallFacts, fits, takenBy } from "./fit.ts";
import { type AppliesTo, templateContent } from "./template.schema.ts";

const rule = (appliesTo: Partial<AppliesTo> = {}, language: "en" | "ja" = "en") => ({
  language,
  appliesTo: { kinds: [], labelIds: [], teamIds: [], stageIds: [], ...appliesTo },
});
const call = (facts: Partial<CallFacts> = {}): CallFacts => ({
  language: "en-GB",
  kind: "room",
  teamId: "sales",
  labelIds: ["discovery"],
  stageId: null,
  ...facts,
});

describe("a template fits", () => {
  test("calls of its language, others than Japanese in the English one", () => {
    expect(fits(rule(), call())).toBe(true);
    expect(fits(rule(), call({ language: null }))).toBe(true);
    expect(fits(rule(), call({ language: "de" }))).toBe(true);
    expect(fits(rule(), call({ language: "ja-JP" }))).toBe(false);
    expect(fits(rule({}, "ja"), call({ language: "ja" }))).toBe(true);
  });
  test("by one entry of each list that has any", () => {
    expect(fits(rule({ labelIds: ["renewal", "discovery"] }), call())).toBe(true);
    expect(fits(rule({ labelIds: ["renewal"] }), call())).toBe(false);
    expect(fits(rule({ labelIds: ["discovery"], kinds: ["phone"] }), call())).toBe(false);
    expect(fits(rule({ teamIds: ["sales"] }), call({ teamId: null }))).toBe(false);
    expect(fits(rule({ stageIds: ["proposal"] }), call())).toBe(false);
    expect(fits(rule({ stageIds: ["proposal"] }), call({ stageId: "proposal" }))).toBe(true);
  });
});

test("a template that was written before stages were a condition is for all of them", () => {
  const { appliesTo } = templateContent.parse({
    ...BUILT_INS[0]?.content,
    appliesTo: { kinds: ["phone"], labelIds: [], teamIds: [] },
  });
  expect(appliesTo).toEqual({ kinds: ["phone"], labelIds: [], teamIds: [], stageIds: [] });
});

describe("a template is never reached", () => {
  test("below one that takes all its calls", () => {
    const all = rule();
    const order = [rule({ kinds: ["phone", "room"] }), rule({ kinds: ["room"] }), all, rule()];
    expect(takenBy(order, 0)).toBeNull();
    expect(takenBy(order, 1)).toBe(order[0]);
    expect(takenBy(order, 2)).toBeNull();
    expect(takenBy(order, 3)).toBe(all);
    expect(takenBy([rule({ stageIds: ["proposal"] }), all], 1)).toBeNull();
  });
  test("not below one of another language, or one that asks for more", () => {
    expect(takenBy([rule({}, "ja"), rule()], 1)).toBeNull();
    expect(
      takenBy([rule({ kinds: ["room"], teamIds: ["sales"] }), rule({ kinds: ["room"] })], 1),
    ).toBeNull();
  });
});

test("Parley's own templates are templates: two of each language, one that takes all", () => {
  for (const { content } of BUILT_INS) expect(templateContent.parse(content)).toEqual(content);
  expect(BUILT_INS.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  const catchAll = BUILT_INS.filter(({ isCatchAll }) => isCatchAll);
  expect(catchAll.map(({ content }) => content.language)).toEqual(["en", "ja"]);
});
