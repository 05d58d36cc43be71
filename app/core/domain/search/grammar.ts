import { FIELDS, type Field } from "../words/tsvector.ts";
import { sideNamed } from "./sides.ts";

export const QUERY_LIMITS = { characters: 400, terms: 32, near: 50 };

/** `isBegun`: it may be the beginning of a word that is still being typed. */
export type TextNode = {
  kind: "text";
  text: string;
  isPhrase: boolean;
  field: Field | null;
  isBegun?: boolean;
};
export type QueryNode =
  | TextNode
  | { kind: "near"; within: number; left: TextNode; right: TextNode }
  | { kind: "speaker"; name: string }
  | { kind: "side"; side: "R" | "C" }
  | { kind: "owner"; name: string }
  | { kind: "and" | "or"; nodes: QueryNode[] }
  | { kind: "not"; node: QueryNode };
/** Keys of the `search` catalogue: how the question was read where it could be doubted. */
export type QueryNote =
  | "unbalanced_quote"
  | "unbalanced_bracket"
  | "unknown_side"
  | "near_needs_words";
export type ParsedQuery =
  | { isOk: true; node: QueryNode | null; notes: QueryNote[] }
  | { isOk: false; code: string };

type Lexed =
  | { kind: "open" | "close" | "or" | "minus" }
  | { kind: "near"; within: number; text: string }
  | { kind: "leaf"; node: QueryNode };

const NAMES: readonly string[] = [...FIELDS, "speaker", "side", "owner"];
const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

const word = (text: string, field: Field | null = null): TextNode => ({
  kind: "text",
  text,
  isPhrase: false,
  field,
});

/** `name:` before a value or a phrase, when the name is one of ours. */
function fieldAt(text: string, at: number): { name: string; length: number } | null {
  const found = /^([a-z]+):(?=[^\s)])/i.exec(text.slice(at, at + 20));
  const name = found?.[1]?.toLowerCase() ?? "";
  return found && NAMES.includes(name) ? { name, length: found[0].length } : null;
}

type Value = { text: string; isPhrase: boolean; end: number };

/** A phrase in quotes, or the characters up to white space or a bracket. */
function valueAt(text: string, at: number, notes: Set<QueryNote>): Value {
  if (text[at] === '"') {
    const close = text.indexOf('"', at + 1);
    if (close > 0) return { text: text.slice(at + 1, close), isPhrase: true, end: close + 1 };
    notes.add("unbalanced_quote");
  }
  const length = /^[^\s()]+/.exec(text.slice(at))?.[0].length ?? 1;
  return { text: text.slice(at, at + length), isPhrase: false, end: at + length };
}

function leafOf(name: string | null, value: Value, raw: string, notes: Set<QueryNote>): QueryNode {
  if (name === "owner") return { kind: "owner", name: value.text };
  if (name === "speaker") {
    const side = value.isPhrase ? undefined : sideNamed(value.text);
    return side ? { kind: "side", side } : { kind: "speaker", name: value.text };
  }
  if (name === "side") {
    const side = sideNamed(value.text);
    if (side) return { kind: "side", side };
    notes.add("unknown_side");
    return word(raw);
  }
  const field = name !== null && isField(name) ? name : null;
  return { kind: "text", text: value.text, isPhrase: value.isPhrase, field };
}

function lex(text: string, notes: Set<QueryNote>): Lexed[] {
  const found: Lexed[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = text[at] ?? "";
    const rest = text.slice(at);
    const near = /^near\/(\d{1,3})(?=\s|$)/i.exec(rest);
    const before = text[at - 1];
    if (/\s/.test(letter)) at += 1;
    else if (letter === "(" || letter === ")") {
      found.push({ kind: letter === "(" ? "open" : "close" });
      at += 1;
    } else if (
      letter === "-" &&
      /^-[^\s)-]/.test(rest) &&
      (before === undefined || /[\s(]/.test(before))
    ) {
      found.push({ kind: "minus" });
      at += 1;
    } else if (/^OR(?=[\s()]|$)/.test(rest)) {
      found.push({ kind: "or" });
      at += 2;
    } else if (near) {
      const within = Math.min(QUERY_LIMITS.near, Math.max(1, Number(near[1])));
      found.push({ kind: "near", within, text: near[0] });
      at += near[0].length;
    } else {
      const field = fieldAt(text, at);
      const value = valueAt(text, at + (field?.length ?? 0), notes);
      found.push({
        kind: "leaf",
        node: leafOf(field?.name ?? null, value, text.slice(at, value.end), notes),
      });
      at = value.end;
    }
  }
  return found;
}

/** Leaves out brackets without a partner. */
function balance(lexed: readonly Lexed[], notes: Set<QueryNote>): Lexed[] {
  const open: number[] = [];
  const odd = new Set<number>();
  lexed.forEach(({ kind }, n) => {
    if (kind === "open") open.push(n);
    else if (kind === "close" && open.pop() === undefined) odd.add(n);
  });
  for (const n of open) odd.add(n);
  if (odd.size > 0) notes.add("unbalanced_bracket");
  return lexed.filter((_, n) => !odd.has(n));
}

const join = (kind: "and" | "or", nodes: QueryNode[]): QueryNode | null =>
  nodes.length > 1 ? { kind, nodes } : (nodes[0] ?? null);

const isSaid = (node: QueryNode | null | undefined): node is TextNode =>
  node?.kind === "text" && node.field === null;

/** Recursive descent: OR binds loosest, then side by side, then near, then minus. */
function parser(lexed: readonly Lexed[], notes: Set<QueryNote>) {
  let at = 0;
  const alternatives = (): QueryNode | null => {
    const nodes: QueryNode[] = [];
    for (;;) {
      const node = together();
      if (node) nodes.push(node);
      if (lexed[at]?.kind !== "or") return join("or", nodes);
      at += 1;
    }
  };
  const together = (): QueryNode | null => {
    const nodes: QueryNode[] = [];
    for (
      let next = lexed[at];
      next && next.kind !== "or" && next.kind !== "close";
      next = lexed[at]
    ) {
      if (next.kind === "near") {
        at += 1;
        const left = nodes.at(-1);
        const right = lexed[at]?.kind === "or" ? null : single();
        const first = left?.kind === "near" ? left.right : left;
        if (isSaid(first) && isSaid(right)) {
          if (left?.kind !== "near") nodes.pop();
          nodes.push({ kind: "near", within: next.within, left: first, right });
        } else {
          notes.add("near_needs_words");
          nodes.push(word(next.text), ...(right ? [right] : []));
        }
        continue;
      }
      const node = single();
      if (node) nodes.push(node);
    }
    return join("and", nodes);
  };
  const single = (): QueryNode | null => {
    const next = lexed[at];
    if (!next || next.kind === "close" || next.kind === "or" || next.kind === "near") return null;
    at += 1;
    if (next.kind === "leaf") return next.node;
    if (next.kind === "minus") {
      const node = single();
      return node ? { kind: "not", node } : null;
    }
    const node = alternatives();
    at += 1;
    return node;
  };
  return alternatives;
}

/** Operators as a Japanese keyboard writes them, and quotation marks as any does. */
const asAscii = (query: string): string =>
  query
    .normalize("NFC")
    .replace(/[“”„«»＂]/g, '"')
    .replace(/（/g, "(")
    .replace(/）/g, ")")
    .replace(/(?<=^|[\s(－-])[a-zａ-ｚ]+：(?=\S)/giu, (field) => field.normalize("NFKC"))
    .replace(/(?<=^|[\s(])[－−](?=[^\s)])/gu, "-")
    .replace(/(?<=^|[\s()])ＯＲ(?=[\s()]|$)/gu, "OR")
    .replace(/(?<=^|\s)[nｎ][eｅ][aａ][rｒ][／/][0-9０-９]{1,3}(?=\s|$)/giu, (near) =>
      near.normalize("NFKC"),
    );

/** The last word of a question, which may have no end yet; what is left out, and phrases, are meant as they are. */
function begun(node: QueryNode): QueryNode {
  if (node.kind === "text") return node.isPhrase ? node : { ...node, isBegun: true };
  if (node.kind !== "and" && node.kind !== "or") return node;
  const at = node.nodes.findLastIndex(({ kind }) => ["text", "and", "or"].includes(kind));
  // What comes after it is a word too, as long as it is no name of a side or a person.
  const isLast = node.nodes
    .slice(at + 1)
    .every(({ kind }) => kind === "side" || kind === "speaker" || kind === "owner");
  const last = node.nodes[at];
  return last === undefined || !isLast
    ? node
    : { ...node, nodes: node.nodes.with(at, begun(last)) };
}

/** The same question, while it is typed: its last word may be the beginning of one. */
export const asTyped = (node: QueryNode | null): QueryNode | null => node && begun(node);

/**
 * Reads a search (product §8.11). Nothing is an error but its size: what cannot be meant is read
 * literally, with a note.
 * @returns `node` null when nothing was asked; `code` is a form code
 */
export function parseQuery(query: string): ParsedQuery {
  const text = asAscii(query).trim();
  if (text.length > QUERY_LIMITS.characters)
    return { isOk: false, code: `too_long?n=${QUERY_LIMITS.characters}` };
  const notes = new Set<QueryNote>();
  const lexed = balance(lex(text, notes), notes);
  const terms = lexed.filter(({ kind }) => kind === "leaf").length;
  if (terms > QUERY_LIMITS.terms)
    return { isOk: false, code: `too_many_terms?n=${QUERY_LIMITS.terms}` };
  const node = parser(lexed, notes)();
  return { isOk: true, node, notes: [...notes] };
}
