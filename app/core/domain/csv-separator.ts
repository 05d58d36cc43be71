/** The first that fits as well as any other is taken. */
const SEPARATORS = ["\t", ",", ";", "|"] as const;
type Separator = (typeof SEPARATORS)[number];

export type Wanted = {
  /** Whether a cell is a heading of such a list. */
  isHeading?: (cell: string) => boolean;
  /** Whether a cell is certainly a value of such a list. */
  isValue?: (cell: string) => boolean;
  /** What joins the parts of a cell: a separator where nothing else is. */
  joins?: Separator;
};

/** Lines that are looked at where the first does not say. */
const MOST_LINES = 20;
/** Of each line: enough for the headings of any directory. */
const MOST_LETTERS = 5_000;

/**
 * Finds what separates the cells of a list from its first line with something in it: what makes headings or values of it,
 * else a tab, else what is there most; where the first line has none of them, from the lines that follow.
 * @returns null: a heading of its own says that there is one column
 */
export function separatorOf(text: string, { isHeading, isValue, joins }: Wanted): Separator | null {
  const lines = linesOf(text);
  const [first = "", ...others] = lines;
  const inFirst = new Map(SEPARATORS.map((each) => [each, split(first, each)]));
  const isThere = (each: Separator) => (inFirst.get(each)?.length ?? 0) > 1;
  if (!SEPARATORS.some(isThere) && isHeading?.(unquoted(first)) === true) return null;
  const fits = (cell: string) => isHeading?.(cell) === true || isValue?.(cell) === true;
  const rank = (each: Separator): number[] => {
    const cells = inFirst.get(each) ?? [];
    return [
      isThere(each) ? cells.filter(fits).length : 0,
      // A tab is hardly part of a text; the others are.
      isThere(each) && each === "\t" ? 1 : 0,
      isThere(each) && each !== joins ? 1 : 0,
      cells.length,
      others.reduce((sum, line) => sum + split(line, each).length, 0),
    ];
  };
  const ranked = SEPARATORS.map((each) => ({ each, rank: rank(each) }));
  return ranked.toSorted((a, b) => compare(b.rank, a.rank))[0]?.each ?? ",";
}

const compare = (a: readonly number[], b: readonly number[]): number =>
  a.map((value, at) => value - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;

const linesOf = (text: string): string[] => {
  const lines: string[] = [];
  for (const [line] of text.replace(/^\uFEFF/, "").matchAll(/[^\r\n]+/g)) {
    if (line.trim() !== "") lines.push(line.slice(0, MOST_LETTERS));
    if (lines.length === MOST_LINES) break;
  }
  return lines;
};

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, "$1");

/** Cells of a line; a quotation mark counts where a cell begins with it. */
function split(line: string, separator: Separator): string[] {
  const cells: string[] = [];
  let from = 0;
  let isQuoted = line.startsWith('"');
  for (let at = isQuoted ? 1 : 0; at < line.length; at += 1) {
    if (isQuoted && line[at] === '"') {
      if (line[at + 1] === '"') at += 1;
      else isQuoted = false;
    } else if (!isQuoted && line[at] === separator) {
      cells.push(unquoted(line.slice(from, at)));
      from = at + 1;
      isQuoted = line[from] === '"';
      if (isQuoted) at += 1;
    }
  }
  return [...cells, unquoted(line.slice(from))];
}
