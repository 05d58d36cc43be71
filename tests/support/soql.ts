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
  constructor(text: string) {
    this.tokens = text.match(TOKEN) ?? [];
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

/** The records that a SELECT of Salesforce's query language finds. @throws Error of what it does not know */
export function soql(text: string, tables: Record<string, readonly Row[]>): Row[] {
  const parts =
    /^SELECT (.+?) FROM (\w+)(?: WHERE (.+?))?(?: ORDER BY [\w., ]+?)?(?: LIMIT (\d+))?$/s.exec(
      text,
    );
  const [, columns = "", table = "", where, limit] = parts ?? [];
  const rows = tables[table];
  if (rows === undefined)
    throw new Error(`INVALID_TYPE: sObject type '${table}' is not supported.`);
  const known = new Set(rows.flatMap((row) => Object.keys(row)));
  for (const column of columns.split(", "))
    if (rows.length > 0 && !known.has(column.split(".")[0] ?? ""))
      throw new Error(
        `INVALID_FIELD: \nSELECT ${column}\n ERROR at Row:1:Column:8\nNo such column '${column}' on entity '${table}'.`,
      );
  const reader = new Reader(where ?? "");
  const holds = where === undefined ? () => true : conditions(reader);
  if (reader.peek() !== "") throw new Error(`MALFORMED_QUERY: ${reader.peek()}`);
  return rows.filter(holds).slice(0, limit === undefined ? rows.length : Number(limit));
}
