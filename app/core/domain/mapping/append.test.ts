import { describe, expect, test } from "vitest";
import type { CrmField, CrmValue } from "../connection/connection-types.ts";
import { addedBy, without } from "./append.ts";
import { applyRule, sameValue } from "./apply-rule.ts";
import type { WriteRule } from "./mapping-types.ts";

const apply = (
  rule: WriteRule,
  current: CrmValue,
  value: Exclude<CrmValue, null>,
  field: Partial<CrmField> = {},
) =>
  applyRule({
    ...{ rule, current, value, isSaid: true, today: "2026-11-25" },
    field: { type: "longtext", length: null, options: [], ...field },
    playbackUrl: "https://parley.test/playback/1",
  });

describe("what is added to a text", () => {
  test("one bullet is a line, several are a list under their day", () => {
    expect(apply("append_newest", null, "- Two offers")).toEqual({
      write: "2026-11-25: Two offers",
    });
    expect(apply("append_newest", "Old", "- Two offers\n- A call")).toEqual({
      write: "2026-11-25:\n- Two offers\n- A call\nOld",
    });
  });

  test("an entry that is there is not added again, whatever its day; a part of one is another entry", () => {
    const there = "2026-10-01: Send the offer to Aki\n2026-09-01:\n- One\n- Two";
    for (const known of ["- Send the offer to Aki", "- One\n- Two"])
      expect(apply("append_newest", there, known)).toEqual({ keep: "already_there" });
    for (const other of ["Send the offer", "- Two\n- One"])
      expect(apply("append_newest", there, other)).toHaveProperty("write");
    const html = "<p>2026-10-01</p><ul><li>One &amp; two</li></ul>";
    expect(
      apply("append_newest", html, "<ul><li>One &amp; two</li></ul>", { type: "richtext" }),
    ).toEqual({
      keep: "already_there",
    });
  });

  test("line breaks count as the field counts them", () => {
    const field = { length: 24, lineBreak: 2 };
    expect(apply("append_below", "x".repeat(11), "y".repeat(12), { length: 24 })).toHaveProperty(
      "write",
    );
    expect(apply("append_below", "x".repeat(11), "y".repeat(12), field)).toEqual({
      keep: "no_room",
    });
  });

  test("is found and taken out again, wherever it came to lie", () => {
    const cases: [before: CrmValue, after: CrmValue, now: string, rest: string | null][] = [
      ["Old", "New\nOld", "Other\nNew\nOld, signed", "Other\nOld, signed"],
      ["Old", "Old\nNew", "Old\nNew", "Old"],
      [null, "New", "Other\nNew", "Other"],
      [null, "New", "New", ""],
      ["Old", "New\nOld", "Other", null],
      ["Old", "New\nOld", "New\nNew\nOld", null],
    ];
    for (const [before, after, now, rest] of cases)
      expect(without(now, addedBy(before, after) ?? "?")).toBe(rest);
    expect(addedBy("Old", "Something else")).toBeNull();
    expect(addedBy("Old", "Old")).toBeNull();
  });
});

test("stages go forward in their own pipeline only, and from a value of the list", () => {
  const option = (value: string, group: string) => ({ value, label: value, isActive: true, group });
  const stages = {
    type: "picklist" as const,
    options: [option("a", "1"), option("b", "1"), option("c", "2")],
  };
  expect(apply("only_increase", "a", "b", stages)).toEqual({ write: "b" });
  expect(apply("only_increase", "b", "c", stages)).toEqual({ keep: "not_more" });
  expect(apply("only_increase", "archived", "a", stages)).toEqual({ keep: "not_more" });
  expect(apply("only_increase", null, "a", stages)).toEqual({ write: "a" });
});

test("HTML is the same by its words, lists by their choices", () => {
  const rich = { type: "richtext" as const };
  expect(sameValue(rich, "<p>A &amp; B</p>", '<p class="x">A & B </p>')).toBe(true);
  expect(sameValue(rich, "<p>A</p>", "<p>B</p>")).toBe(false);
  expect(sameValue({ type: "multipicklist" }, "B; A", "A;B")).toBe(true);
});
