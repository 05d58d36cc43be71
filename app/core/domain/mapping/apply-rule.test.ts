import { describe, expect, test } from "vitest";
import type { CrmField, CrmValue } from "../connection/connection-types.ts";
import { applyRule, type Applying } from "./apply-rule.ts";
import { type WriteRule } from "./mapping-types.ts";

const stages = ["Discovery", "Proposal", "Won"].map((value) => ({
  ...{ value, label: value, isActive: true },
}));
const asked = (
  rule: WriteRule,
  current: CrmValue,
  value: Exclude<CrmValue, null>,
  field: Partial<CrmField> = {},
): Applying => ({
  ...{ rule, current, value, isSaid: true, today: "2026-11-25" },
  field: { type: "longtext", length: null, options: [], ...field },
  playbackUrl: "https://parley.test/playback/1",
});
const apply = (...of: Parameters<typeof asked>) => applyRule(asked(...of));

describe("write rules", () => {
  test("fill if empty, overwrite, never", () => {
    expect(apply("fill_if_empty", null, "a")).toEqual({ write: "a" });
    expect(apply("fill_if_empty", "", "a")).toEqual({ write: "a" });
    expect(apply("fill_if_empty", 0, 5, { type: "number" })).toEqual({ keep: "not_empty" });
    expect(apply("fill_if_empty", "b", "a")).toEqual({ keep: "not_empty" });
    expect(apply("overwrite", "b", "a")).toEqual({ write: "a" });
    expect(apply("one_per_call", "b", "a")).toEqual({ write: "a" });
    expect(apply("never", null, "a")).toEqual({ keep: "never" });
  });

  test("what is there already is not written again", () => {
    expect(apply("overwrite", "a\r\nb ", "a\nb")).toEqual({ keep: "same" });
    const list = { type: "multipicklist" as const };
    expect(apply("overwrite", "B;A", "A;B", list)).toEqual({ keep: "same" });
    const at = "2026-11-25T01:00:00.000Z";
    expect(apply("overwrite", "2026-11-25T01:00:00Z", at, { type: "datetime" })).toEqual({
      keep: "same",
    });
    expect(apply("append_below", "old\nnew", "new")).toEqual({ keep: "already_there" });
  });

  test("only if said", () => {
    expect(applyRule({ ...asked("only_if_said", "b", "a"), isSaid: false })).toEqual({
      keep: "only_implied",
    });
    expect(apply("only_if_said", "b", "a")).toEqual({ write: "a" });
  });

  test("only increase knows amounts, stages and days", () => {
    const money = { type: "money" as const };
    expect(apply("only_increase", 10, 12, money)).toEqual({ write: 12 });
    expect(apply("only_increase", 12, 10, money)).toEqual({ keep: "not_more" });
    expect(apply("only_increase", null, 10, money)).toEqual({ write: 10 });
    const stage = { type: "picklist" as const, options: stages };
    expect(apply("only_increase", "Discovery", "Won", stage)).toEqual({ write: "Won" });
    expect(apply("only_increase", "Won", "Proposal", stage)).toEqual({ keep: "not_more" });
    const day = { type: "date" as const };
    expect(apply("only_increase", "2026-12-31", "2027-01-15", day)).toEqual({
      write: "2027-01-15",
    });
  });

  test("append puts the newest on top with its date, or below", () => {
    expect(apply("append_newest", "古い", "新しい")).toEqual({ write: "2026-11-25: 新しい\n古い" });
    expect(apply("append_newest", null, "new")).toEqual({ write: "2026-11-25: new" });
    expect(apply("append_below", "old", "new")).toEqual({ write: "old\nnew" });
    expect(apply("append_newest", "<p>old</p>", "<p>new</p>", { type: "richtext" })).toEqual({
      write: "<p>2026-11-25</p><p>new</p><p>old</p>",
    });
    const list = { type: "multipicklist" as const };
    expect(apply("append_below", "A;B", "B;C", list)).toEqual({ write: "A;B;C" });
    expect(apply("append_below", "A;B;C", "B", list)).toEqual({ keep: "already_there" });
  });

  test("append never cuts what somebody else wrote", () => {
    expect(apply("append_newest", "x".repeat(90), "y".repeat(20), { length: 100 })).toEqual({
      keep: "no_room",
    });
    const alone = apply("append_newest", null, "y".repeat(100), { length: 100 });
    const written = "write" in alone ? String(alone.write) : "";
    expect(written).toHaveLength(100);
    expect(written).toMatch(/^2026-11-25: y+… https/);
  });
});
