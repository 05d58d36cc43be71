type Row = Record<string, unknown>;
type Condition = (row: Row) => boolean;

const TOKEN = /'(?:[^'\\]|\\.)*'|[<>]=|[(),=]|[^\s(),=<>']+/g;

const valueAt = (row: Row, path: string): unknown =>
  path.split(".").reduce<unknown>((at, name) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test's own rows
    return typeof at === "object" && at !== null ? (at as Row)[name] : undefined;
  }, row);
const literal = (token: string): unknown =>
  token.startsWith("'")
    ? token.slice(1, -1).replace(/\\([\\'])/g, "$1")
    : token === "true" || token === "false"
      ? token === "true"
      : token;

/** A pattern of `LIKE`: case does not matter, `%` is anything, `\%` is itself. */
function matcher(token: string): RegExp {
  const parts = token.slice(1, -1).match(/\\.|[^\\]/g) ?? [];
  const source = parts.map((part) => {
    if (part === "%") return ".*";
    if (part === "_") return ".";
    return (part.startsWith("\\") ? part.slice(1) : part).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, "is");
}

class Reader {
  readonly tokens: string[];
  at = 0;
  readonly check: (column: string) => void;
  constructor(text: string, check: (column: string) => void) {
    this.tokens = text.match(TOKEN) ?? [];
    this.check = check;
  }
  peek = (): string => this.tokens[this.at] ?? "";
  next = (): string => {
    const token = this.peek();
    if (token === "") throw new Error("MALFORMED_QUERY: unexpected end");
    this.at += 1;
    return token;
  };
  expect = (wanted: string): void => {
    const token = this.next();
    if (token.toUpperCase() !== wanted) throw new Error(`MALFORMED_QUERY: ${token}`);
  };
  takes = (wanted: string): boolean => {
    if (this.peek().toUpperCase() !== wanted) return false;
    this.at += 1;
    return true;
  };
}

/** As Salesforce does, AND and OR side by side without brackets are refused. */
function conditions(reader: Reader): Condition {
  const all = [condition(reader)];
  const word = reader.peek().toUpperCase();
  if (word !== "AND" && word !== "OR") return all[0] ?? (() => true);
  while (reader.takes(word)) all.push(condition(reader));
  if (["AND", "OR"].includes(reader.peek().toUpperCase()))
    throw new Error("MALFORMED_QUERY: unexpected token");
  return word === "AND"
    ? (row) => all.every((one) => one(row))
    : (row) => all.some((one) => one(row));
}

function condition(reader: Reader): Condition {
  if (reader.takes("(")) {
    const inner = conditions(reader);
    reader.expect(")");
    return inner;
  }
  const path = reader.next();
  reader.check(path);
  const operator = reader.next().toUpperCase();
  if (operator === "IN") {
    reader.expect("(");
    const values = [literal(reader.next())];
    while (reader.takes(",")) values.push(literal(reader.next()));
    reader.expect(")");
    const folded = values.map((one) => String(one).toLowerCase());
    return (row) => folded.includes(String(valueAt(row, path)).toLowerCase());
  }
  const token = reader.next();
  if (operator === "LIKE") {
    const pattern = matcher(token);
    return (row) => {
      const value = valueAt(row, path);
      return typeof value === "string" && pattern.test(value);
    };
  }
  const value = literal(token);
  if (operator === ">=") return (row) => String(valueAt(row, path)) >= String(value);
  if (operator === "=") return (row) => valueAt(row, path) === value;
  throw new Error(`MALFORMED_QUERY: ${operator}`);
}

/** Every object has them, and they cannot be hidden. */
const SYSTEM = ["Id", "CreatedDate", "LastModifiedDate", "SystemModstamp"];

/** What is selected of a row and no more. */
function project(row: Row, columns: readonly string[]): Row {
  const selected: Row = {};
  for (const column of columns) {
    const [root = "", leaf] = column.split(".");
    const value = valueAt(row, column) ?? null;
    if (leaf === undefined) selected[root] = value;
    else if (row[root] === null || row[root] === undefined) selected[root] = null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test's own rows
    else selected[root] = { ...(selected[root] as Row | undefined), [leaf]: value };
  }
  return selected;
}

const textAt = (row: Row, column: string): string => {
  const value = valueAt(row, column);
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
};
/** By columns, each with its direction; what is not there comes first. */
function ordered(rows: readonly Row[], order: string): Row[] {
  const by = order.split(", ").map((one) => one.split(" "));
  return rows.toSorted((a, b) => {
    for (const [column = "", direction] of by) {
      const sign = textAt(a, column).localeCompare(textAt(b, column), "en", { numeric: true });
      if (sign !== 0) return direction === "DESC" ? -sign : sign;
    }
    return 0;
  });
}

/**
 * The records that a SELECT of Salesforce's query language finds.
 * @param hidden columns that a user is not shown, "Contact.MobilePhone": refused wherever they are named
 * @throws Error of what it does not know
 */
export function soql(
  text: string,
  tables: Record<string, readonly Row[]>,
  hidden: ReadonlySet<string> = new Set(),
): Row[] {
  const parts =
    /^SELECT (.+?) FROM (\w+)(?: WHERE (.+?))?(?: ORDER BY ([\w., ]+?))?(?: LIMIT (\d+))?$/s.exec(
      text,
    );
  const [, selected = "", table = "", where, order, limit] = parts ?? [];
  const rows = tables[table];
  if (rows === undefined)
    throw new Error(`INVALID_TYPE: sObject type '${table}' is not supported.`);
  const known = new Set([...SYSTEM, ...rows.flatMap((row) => Object.keys(row))]);
  const check = (column: string): void => {
    const path = column.split(".");
    if (!hidden.has(`${table}.${column}`) && (rows.length === 0 || known.has(path[0] ?? "")))
      return;
    const entity = path.length > 1 ? path[0] : table;
    throw new Error(
      `INVALID_FIELD: \nSELECT ${column}\n ERROR at Row:1:Column:8\nNo such column '${path.at(-1)}' on entity '${entity}'.`,
    );
  };
  const columns = selected.split(", ");
  for (const column of columns) check(column);
  const reader = new Reader(where ?? "", check);
  const holds = where === undefined ? () => true : conditions(reader);
  if (reader.peek() !== "") throw new Error(`MALFORMED_QUERY: ${reader.peek()}`);
  for (const one of order?.split(", ") ?? []) check(one.split(" ")[0] ?? "");
  const found = rows.filter(holds);
  const sorted = order === undefined ? found : ordered(found, order);
  return sorted
    .slice(0, limit === undefined ? rows.length : Number(limit))
    .map((row) => project(row, columns));
}
