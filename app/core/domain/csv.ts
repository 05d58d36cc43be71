/** RFC 4180: quotes around fields with commas, quotes or line ends; rows counted from 1. */
export function readCsv(text: string): string[][] {
  const table: string[][] = [];
  let row: string[] = [];
  for (const [all, quoted, plain = "", end = ""] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/g,
  )) {
    if (all === "" && row.length === 0) break;
    row.push(quoted === undefined ? plain : quoted.replace(/""/g, '"'));
    if (end === ",") continue;
    table.push(row);
    row = [];
    if (end === "") break;
  }
  return table;
}
