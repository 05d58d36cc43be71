import * as z from "zod";
import { type KeyKind, readCursor } from "./cursor.ts";

/** A part of an address that says nothing to its list; the screen names it (product §8.2). */
export type Ignored = { key: string; value: string };

/** As much of what could not be read is named. */
const MOST_NAMED = 80;
/** The longest text, every sign of it three bytes, in base64. */
const MOST_CURSOR = 6_000;
const limits = z.coerce.number().int().min(1).max(100);

export type QueryReader = {
  /** A single value. */
  one: <T>(key: string, schema: z.ZodType<T>) => T | null;
  /** Every value of a repeated key: alternatives. */
  many: (key: string, schema: z.ZodType) => string[];
  /** Free text, trimmed and cut to `most` characters. */
  text: (key: string, most: number) => string;
  /** Where a page begins, for a list that is sorted by something of this kind; null is the first page. */
  cursor: (key: string, kind: KeyKind) => string | null;
  /** Rows a page, 1 to 100. */
  limit: (usual: number) => number;
  /** A value that was read, and says nothing beside the others of the address. */
  drop: (key: string, value: string) => void;
  /** What could not be read, and keys that nobody asked for. @param others keys of the page that are not the list's */
  ignored: (...others: string[]) => Ignored[];
};

/** Reads the address of a list key by key. What cannot be read is dropped and named, never an error. */
export function readQuery(given: URLSearchParams): QueryReader {
  const search = withoutNul(given);
  const unread: Ignored[] = [];
  const asked = new Set<string>();
  const valueOf = (key: string): string | null => {
    asked.add(key);
    const value = search.get(key);
    return value === "" ? null : value; // an empty field of a form
  };
  const one = <T>(key: string, schema: z.ZodType<T>): T | null => {
    const value = valueOf(key);
    if (value === null) return null;
    const parsed = schema.safeParse(value);
    if (!parsed.success) unread.push({ key, value });
    return parsed.success ? parsed.data : null;
  };
  return {
    one,
    many: (key, schema) => {
      asked.add(key);
      return search.getAll(key).filter((value) => {
        if (value === "") return false;
        const isRead = schema.safeParse(value).success;
        if (!isRead) unread.push({ key, value });
        return isRead;
      });
    },
    text: (key, most) => (valueOf(key) ?? "").trim().slice(0, most),
    cursor: (key, kind) => {
      const value = valueOf(key);
      if (value === null) return null;
      if (value.length <= MOST_CURSOR && readCursor(value, kind)) return value;
      unread.push({ key, value });
      return null;
    },
    limit: (usual) => one("limit", limits) ?? usual,
    drop: (key, value) => {
      unread.push({ key, value });
    },
    ignored: (...others) =>
      [
        ...unread,
        ...[...search].flatMap(([key, value]) =>
          value === "" || asked.has(key) || others.includes(key) ? [] : { key, value },
        ),
      ].map(({ key, value }) => ({ key, value: value.slice(0, MOST_NAMED) })),
  };
}

/** PostgreSQL's text holds every character but this one. */
const withoutNul = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...search].map(([key, value]) => [key, value.replaceAll("\u0000", "")]));
