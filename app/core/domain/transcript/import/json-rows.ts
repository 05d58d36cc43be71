export type Row = Record<string, unknown>;
export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A list of objects, each null in it an empty one, so that entries keep their number; null where it is no such list. */
export function rowsOf(value: unknown): Row[] | null {
  if (!Array.isArray(value) || !value.some(isRow)) return null;
  const entries: unknown[] = value;
  if (entries.every(isRow)) return entries;
  return entries.every((entry) => isRow(entry) || entry === null)
    ? entries.map((entry) => (isRow(entry) ? entry : {}))
    : null;
}

export const list = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

export const under = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRow(inner) ? inner[key] : undefined), value);

export function first(row: Row, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = row[key];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

export const textOf = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;

/** The first text with something in it; else an empty one; null where there is none. */
export function firstText(row: Row, keys: readonly string[]): string | null {
  let found: string | null = null;
  for (const key of keys) {
    const text = textOf(row[key]);
    if (text !== null && text.trim() !== "") return text;
    found ??= text;
  }
  return found;
}

/** Keys as programs write them, and as spreadsheets do: `text`, `Text`. */
export const orCapital = (keys: readonly string[]): string[] => [
  ...keys,
  ...keys.map((key) => key.slice(0, 1).toUpperCase() + key.slice(1)),
];
