import { sideNamed } from "./sides.ts";

export type SaidBy = "us" | "customer";
const WRITTEN = { R: "us", C: "customer" } as const;

/** Words and phrases of a question, a field before a phrase included. */
const piecesOf = (query: string): string[] => query.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];

function sideOf(piece: string): SaidBy | null {
  const name = /^(?:side|speaker):([a-z]+)$/i.exec(piece)?.[1];
  const side = name === undefined ? undefined : sideNamed(name);
  return side === undefined ? null : WRITTEN[side];
}

/** Which side must have said what a question looks for; null when it names none, or both. */
export function saidBy(query: string): SaidBy | null {
  const sides = new Set(piecesOf(query).flatMap((piece) => sideOf(piece) ?? []));
  const [side = null] = sides;
  return sides.size === 1 ? side : null;
}

/** The question asked of one side, or of anybody. Alternatives are held together, or the side would go with the first alone. */
export function withSaidBy(query: string, side: SaidBy | null): string {
  const rest = piecesOf(query).filter((piece) => sideOf(piece) === null);
  const text = rest.join(" ");
  if (side === null) return text;
  return `side:${side} ${rest.includes("OR") ? `(${text})` : text}`.trim();
}
