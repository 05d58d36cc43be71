import { parseQuery, type QueryNode } from "../search/grammar.ts";
import { planSearch } from "../search/tsquery.ts";

const FAULT_OF = {
  unbalanced_quote: "rule_quotes",
  unbalanced_bracket: "rule_brackets",
  unknown_side: "rule_side",
  near_needs_words: "rule_near",
} as const;

/**
 * What is wrong with a rule, as a form code; null for one that can be used. A search reads what it does not understand
 * literally and says so; a rule that labels calls unseen is refused instead.
 */
export function ruleFault(rule: string): string | null {
  const parsed = parseQuery(rule);
  if (!parsed.isOk) return parsed.code;
  const [note] = parsed.notes;
  if (note) return FAULT_OF[note];
  if (parsed.node && asksFor("label", parsed.node)) return "rule_label";
  if (parsed.node && asksFor("comment", parsed.node)) return "rule_comment";
  return planSearch(parsed.node) === null ? "rule_empty" : null;
}

/** A rule that asks for labels could set off another, or itself; and rules do not read what people say about a call. */
function asksFor(field: "label" | "comment", node: QueryNode): boolean {
  if (node.kind === "text") return node.field === field;
  if (node.kind === "and" || node.kind === "or")
    return node.nodes.some((inner) => asksFor(field, inner));
  return node.kind === "not" && asksFor(field, node.node);
}
