import * as z from "zod";
import { isDayText } from "../zone.ts";

const NUL = "\u0000";

/** Kinds of what rows are sorted by. PostgreSQL takes every value that is read here. */
const VALUES = {
  /** To the millisecond, as columns keep it. */
  time: z.iso.datetime({ precision: 3 }).refine((text) => isDayText(text.slice(0, 10))),
  whole: z.int32(),
  /** A ratio, or what stands for none. */
  ratio: z.number().min(-1).max(2),
  text: z
    .string()
    .max(1_000)
    .refine((text) => !text.includes(NUL)),
} as const;
export type KeyKind = keyof typeof VALUES;
/** Where a page ends: what its last row is sorted by, and the row's id. */
export type Cursor = { value: string | number; id: string };

const CURSORS = {
  time: z.tuple([VALUES.time, z.guid()]),
  whole: z.tuple([VALUES.whole, z.guid()]),
  ratio: z.tuple([VALUES.ratio, z.guid()]),
  text: z.tuple([VALUES.text, z.guid()]),
} as const;

/** A cursor as addresses carry it: JSON in base64url. */
export function writeCursor({ value, id }: Cursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify([value, id]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @returns null for what `writeCursor` did not write, or wrote for a list that is sorted by something else */
export function readCursor(text: string, kind: KeyKind): Cursor | null {
  const parsed = CURSORS[kind].safeParse(decode(text));
  if (!parsed.success) return null;
  const [value, id] = parsed.data;
  return { value, id };
}

function decode(text: string): unknown {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(
      new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))),
    );
  } catch {
    return null; // no base64, or no JSON
  }
}
