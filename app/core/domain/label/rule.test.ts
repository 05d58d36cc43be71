import { expect, test } from "vitest";
import { ruleFault } from "./rule.ts";

test.each([
  "price discount",
  '"annual plan" OR renewal',
  "side:customer (discount OR price)",
  "price near/5 discount",
  "-title:test owner:Aki budget",
  "値引き",
])("%s can be a rule", (rule) => expect(ruleFault(rule)).toBeNull());

test.each([
  ["(price OR discount", "rule_brackets"],
  ["price)", "rule_brackets"],
  ['"annual plan', "rule_quotes"],
  ["label:urgent", "rule_label"],
  ["price (discount OR -label:urgent)", "rule_label"],
  ["price -comment:urgent", "rule_comment"],
  ["side:nobody", "rule_side"],
  ["near/3 price", "rule_near"],
  ["...", "rule_empty"],
  ["x".repeat(401), "too_long?n=400"],
  [Array.from({ length: 33 }, (_, n) => `w${n}`).join(" "), "too_many_terms?n=32"],
])("%s is refused", (rule, fault) => expect(ruleFault(rule)).toBe(fault));
