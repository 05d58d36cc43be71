/** A longer cell is no heading. */
const MOST_LETTERS = 100;
/** Of Latin letters: those of kana make other letters. */
const ACCENTS = /[\u0300-\u036f]/g;
const IN_BRACKETS = /\[[^[\]]*\]|\([^()]*\)/g;

/** Without case, width, accents, spaces, hyphens and notes in brackets, headings that name the same are the same. */
const keyOf = (heading: string): string =>
  heading
    .normalize("NFKC")
    .replace(IN_BRACKETS, "")
    .toLowerCase()
    .normalize("NFD")
    .replace(ACCENTS, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]/gu, "");

export type Heading<Column extends string> = {
  column: Column;
  /** Of the names of its column, from 0: the smaller, the more it counts. */
  rank: number;
};

/**
 * Knows headings as people's programs write them: "E-Mail", "email address [Required]", "ﾒｰﾙ".
 * @param columns each with its names, the one that counts most first
 */
export function headingsOf<Column extends string>(
  columns: readonly (readonly [Column, readonly string[]])[],
): (cell: string) => Heading<Column> | undefined {
  const known = new Map(
    columns.flatMap(([column, names]) =>
      names.map((name, rank) => [keyOf(name), { column, rank }] as const),
    ),
  );
  return (cell) => (cell.length > MOST_LETTERS ? undefined : known.get(keyOf(cell)));
}
