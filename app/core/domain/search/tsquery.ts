import type { QueryNode, TextNode } from "./grammar.ts";
import { isUnspaced, phraseSequence, type Sequence, wordSequences } from "../words/tokens.ts";
import { quote, tagged } from "../words/tsvector.ts";

/** A tsquery before it is text. `isPrefix`: any word that begins so; `isSaid`: only words of the transcript. */
export type Ts =
  | { kind: "lexeme"; lexeme: string; isPrefix: boolean; isSaid: boolean }
  | { kind: "sequence"; sequence: Sequence; tag: ((lexeme: string) => string) | null }
  | { kind: "near"; left: Sequence; right: Sequence; within: number }
  | { kind: "and" | "or"; nodes: Ts[] }
  | { kind: "not"; node: Ts };

/** Who must have said it. */
export type Who = { speaker: string; isNot: boolean } | { side: "R" | "C"; isNot: boolean };

/** What a call must fulfil: its own document, or some segment of its current transcript. */
export type Match =
  | { kind: "call"; ts: Ts }
  | { kind: "said"; ts: Ts | null; who: Who[] }
  | { kind: "owner"; name: string }
  | { kind: "and" | "or"; nodes: Match[] }
  | { kind: "not"; node: Match };

export type SearchPlan = {
  /** Narrows calls by `call_search.doc`; null: no call is excluded. */
  prefilter: Ts | null;
  /** What is still to be tested on the calls left; null when the prefilter says it all. */
  residual: Match | null;
  /** Where it was said: segments to show, and the sequences to mark in them. */
  said: { ts: Ts | null; who: Who[] }[];
  marks: Sequence[];
  /** What may be found elsewhere in a call: its title, company, people, Highlights; in one of them, or in any. */
  elsewhere: { sequence: Sequence; field: TextNode["field"] }[];
  /** Names that were asked for as speakers. */
  speakers: string[];
};

type Compiled = { pre: Ts | null; residual: Match | null; full: Match };

const lexeme = (text: string, isPrefix: boolean, isSaid: boolean): Ts => ({
  kind: "lexeme",
  lexeme: text,
  isPrefix,
  isSaid,
});
const group = <N>(kind: "and" | "or", nodes: N[]) =>
  nodes.length === 1 ? nodes[0] : { kind, nodes };
const allTs = (nodes: Ts[]): Ts => group("and", nodes) ?? { kind: "and", nodes };
const anyTs = (nodes: Ts[]): Ts => group("or", nodes) ?? { kind: "or", nodes };
const present = <T>(items: readonly (T | null)[]): T[] => items.filter((item) => item !== null);

/** All lexemes of a sequence, wherever they stand; or the word that says the same. */
function scattered({ steps, word }: Sequence, isSaid: boolean): Ts {
  const letters = allTs(steps.map((step) => lexeme(step.lexeme, step.isPrefix, isSaid)));
  return word === null ? letters : anyTs([lexeme(word, false, isSaid), letters]);
}

function exact({ steps, word, span }: Sequence, isSaid: boolean): Ts {
  const [first] = steps;
  const ordered: Ts =
    steps.length === 1 && first
      ? lexeme(first.lexeme, first.isPrefix, isSaid)
      : { kind: "sequence", sequence: { steps, word: null, span }, tag: null };
  return word === null ? ordered : anyTs([lexeme(word, false, isSaid), ordered]);
}

const sequencesOf = ({ text, isPhrase, isBegun = false }: TextNode): Sequence[] => {
  const sequences = isPhrase ? present([phraseSequence(text)]) : wordSequences(text);
  return isBegun
    ? sequences.map((one, n) => (n < sequences.length - 1 ? one : begun(one)))
    : sequences;
};

/** Fewer letters begin too much. Where words are written without spaces, a part of one is found anyway. */
const LEAST_LENGTH = 2;
function begun(sequence: Sequence): Sequence {
  const last = sequence.steps.at(-1);
  if (last === undefined || isUnspaced(last.lexeme) || last.lexeme.length < LEAST_LENGTH)
    return sequence;
  return { ...sequence, steps: sequence.steps.with(-1, { ...last, isPrefix: true }) };
}

function compileSequence(sequence: Sequence, who: Who[]): Compiled {
  const said: Match = { kind: "said", ts: exact(sequence, false), who };
  if (who.length > 0) return { pre: scattered(sequence, true), residual: said, full: said };
  const call: Match = { kind: "call", ts: exact(sequence, false) };
  if (sequence.steps.length === 1)
    return { pre: scattered(sequence, false), residual: null, full: call };
  const either: Match = { kind: "or", nodes: [call, said] };
  return { pre: scattered(sequence, false), residual: either, full: either };
}

function compileField(sequence: Sequence, field: NonNullable<TextNode["field"]>): Compiled {
  const ts: Ts = {
    kind: "sequence",
    sequence: { ...sequence, word: null },
    tag: (text) => tagged(field, text),
  };
  return { pre: ts, residual: null, full: { kind: "call", ts } };
}

function both(parts: Compiled[]): Compiled | null {
  const [only] = parts;
  if (!only || parts.length === 1) return only ?? null;
  const pre = present(parts.map((part) => part.pre));
  const residual = present(parts.map((part) => part.residual));
  return {
    pre: pre.length === 0 ? null : allTs(pre),
    residual: residual.length === 0 ? null : (group("and", residual) ?? null),
    full: { kind: "and", nodes: parts.map((part) => part.full) },
  };
}

function either(parts: Compiled[]): Compiled | null {
  const [only] = parts;
  if (!only || parts.length === 1) return only ?? null;
  const pre = present(parts.map((part) => part.pre));
  const full: Match = { kind: "or", nodes: parts.map((part) => part.full) };
  const isExact = parts.every((part) => part.residual === null);
  return {
    pre: pre.length < parts.length ? null : anyTs(pre),
    residual: isExact ? null : full,
    full,
  };
}

function negate({ pre, residual, full }: Compiled): Compiled {
  const not: Match = { kind: "not", node: full };
  return pre && residual === null
    ? { pre: { kind: "not", node: pre }, residual: null, full: not }
    : { pre: null, residual: not, full: not };
}

/** A filter on who speaks, possibly excluded. */
function whoOf(node: QueryNode, isNot = false): Who | null {
  if (node.kind === "speaker") return { speaker: node.name, isNot };
  if (node.kind === "side") return { side: node.side, isNot };
  return node.kind === "not" ? whoOf(node.node, !isNot) : null;
}

const hasWords = (node: QueryNode): boolean => {
  if (node.kind === "text") return node.field === null;
  if (node.kind === "near") return true;
  if (node.kind === "and" || node.kind === "or") return node.nodes.some(hasWords);
  return node.kind === "not" && hasWords(node.node);
};

/** Speaker and side hold for the words beside them; without words they ask who spoke at all. */
function compileTogether(nodes: readonly QueryNode[], who: Who[]): Compiled | null {
  const filters = present(nodes.map((node) => whoOf(node)));
  const others = nodes.filter((node) => whoOf(node) === null);
  if (filters.length === 0 || !others.some(hasWords)) {
    return both(present(nodes.map((node) => compile(node, who))));
  }
  return both(present(others.map((node) => compile(node, [...who, ...filters]))));
}

function compile(node: QueryNode, who: Who[]): Compiled | null {
  switch (node.kind) {
    case "text": {
      const { field } = node;
      const sequences = sequencesOf(node);
      return both(
        sequences.map((each) => (field ? compileField(each, field) : compileSequence(each, who))),
      );
    }
    case "near": {
      const [left, right] = [phraseSequence(node.left.text), phraseSequence(node.right.text)];
      if (!left || !right)
        return left || right
          ? both(present([left, right]).map((each) => compileSequence(each, who)))
          : null;
      const full: Match = {
        kind: "said",
        ts: { kind: "near", left, right, within: node.within },
        who,
      };
      return { pre: allTs([scattered(left, true), scattered(right, true)]), residual: full, full };
    }
    case "speaker":
    case "side": {
      const filter = whoOf(node);
      const full: Match = { kind: "said", ts: null, who: [...who, ...(filter ? [filter] : [])] };
      return { pre: null, residual: full, full };
    }
    case "owner": {
      const full: Match = { kind: "owner", name: node.name };
      return { pre: null, residual: full, full };
    }
    case "and":
      return compileTogether(node.nodes, who);
    case "or":
      return either(present(node.nodes.map((each) => compile(each, who))));
    case "not": {
      const inner = compile(node.node, who);
      return inner && negate(inner);
    }
  }
}

/** Positive words of the question with who must have said them. */
function sayings(
  node: QueryNode,
  who: Who[],
): { sequences: Sequence[]; ts: Ts | null; who: Who[] }[] {
  if (node.kind === "text") {
    if (node.field) return [];
    return sequencesOf(node).map((each) => ({ sequences: [each], ts: exact(each, false), who }));
  }
  if (node.kind === "near") {
    const [left, right] = [phraseSequence(node.left.text), phraseSequence(node.right.text)];
    if (!left || !right) return [];
    return [
      { sequences: [left, right], ts: { kind: "near", left, right, within: node.within }, who },
    ];
  }
  if (node.kind === "or") return node.nodes.flatMap((each) => sayings(each, who));
  if (node.kind !== "and")
    return whoOf(node) === null || node.kind === "not"
      ? []
      : [{ sequences: [], ts: null, who: [...who, ...present([whoOf(node)])] }];
  const filters = present(node.nodes.map((each) => whoOf(each)));
  const others = node.nodes.filter((each) => whoOf(each) === null);
  if (others.some(hasWords)) return others.flatMap((each) => sayings(each, [...who, ...filters]));
  return filters.length > 0 ? [{ sequences: [], ts: null, who: [...who, ...filters] }] : [];
}

/** Every node that is asked for, none that is excluded. */
function wanted(node: QueryNode): QueryNode[] {
  if (node.kind === "and" || node.kind === "or") return node.nodes.flatMap(wanted);
  return node.kind === "not" ? [] : [node];
}

/** Turns a question into what the database is asked. Null when it holds nothing to search for. */
export function planSearch(node: QueryNode | null): SearchPlan | null {
  const compiled = node && compile(node, []);
  if (!node || !compiled) return null;
  const said = sayings(node, []);
  return {
    prefilter: compiled.pre,
    residual: compiled.residual,
    said: said.map(({ ts, who }) => ({ ts, who })),
    marks: said.flatMap(({ sequences }) => sequences),
    elsewhere: wanted(node).flatMap((each) =>
      each.kind === "text"
        ? sequencesOf(each).map((sequence) => ({ sequence, field: each.field }))
        : [],
    ),
    speakers: wanted(node).flatMap((each) => (each.kind === "speaker" ? [each.name] : [])),
  };
}

function printSequence(
  { steps }: Sequence,
  tag: (lexeme: string) => string = (text) => text,
): string {
  return steps.reduce((text, step, n) => {
    const one = `${quote(tag(step.lexeme))}${step.isPrefix ? ":*" : ""}`;
    return n === 0 ? one : `(${text} <${step.at - (steps[n - 1]?.at ?? 0)}> ${one})`;
  }, "");
}

const hasUnspaced = ({ steps }: Sequence) => steps.some((step) => isUnspaced(step.lexeme));

/** PostgreSQL knows exact distances only: each distance either way is an alternative. Letters count half a word. */
function printNear({
  left,
  right,
  within,
}: {
  left: Sequence;
  right: Sequence;
  within: number;
}): string {
  const reach = hasUnspaced(left) || hasUnspaced(right) ? 2 * within + 1 : within;
  const [a, b] = [printSequence(left), printSequence(right)];
  const ways = Array.from({ length: reach }, (_, n) => [
    `(${a} <${n + 1}> ${b})`,
    `(${b} <${n + 1}> ${a})`,
  ]);
  return `(${ways.flat().join(" | ")})`;
}

/** Text to be cast to tsquery; every lexeme is quoted, so nothing in it is an operator. */
export function printTs(ts: Ts): string {
  switch (ts.kind) {
    case "lexeme": {
      const flags = `${ts.isPrefix ? "*" : ""}${ts.isSaid ? "D" : ""}`;
      return `${quote(ts.lexeme)}${flags === "" ? "" : `:${flags}`}`;
    }
    case "sequence":
      return `(${printSequence(ts.sequence, ts.tag ?? undefined)})`;
    case "near":
      return printNear(ts);
    case "not":
      return `!(${printTs(ts.node)})`;
    case "and":
    case "or":
      return `(${ts.nodes.map(printTs).join(ts.kind === "and" ? " & " : " | ")})`;
  }
}

/** A prefix among lexemes: no lexeme has a star. */
const PREFIX = "*";

/** Lexemes whose frequency decides how the index is used; one with a star after it is the beginning of any. */
export function lexemesOf(ts: Ts): string[] {
  if (ts.kind === "lexeme") return [ts.isPrefix ? `${ts.lexeme}${PREFIX}` : ts.lexeme];
  if (ts.kind === "sequence")
    return ts.sequence.steps.map((step) => (ts.tag ?? String)(step.lexeme));
  if (ts.kind === "near")
    return [ts.left, ts.right].flatMap(({ steps }) => steps.map((step) => step.lexeme));
  return ts.kind === "not" ? lexemesOf(ts.node) : ts.nodes.flatMap(lexemesOf);
}

/** At most so many calls fulfil it, by how many calls have each lexeme. */
export function estimateCalls(ts: Ts, callsWith: (lexeme: string) => number): number {
  switch (ts.kind) {
    case "lexeme":
      return callsWith(lexemesOf(ts)[0] ?? "");
    case "not":
      return Infinity;
    case "and":
      return Math.min(...ts.nodes.map((node) => estimateCalls(node, callsWith)));
    case "or":
      return ts.nodes.reduce((sum, node) => sum + estimateCalls(node, callsWith), 0);
    case "near":
    case "sequence":
      return Math.min(...lexemesOf(ts).map(callsWith));
  }
}
