/** As they were written; whether `email` is an address is said later. */
export type Mailbox = { email: string; name: string };

const BRACKETED = /^([^<＜]*)[<＜]([^<>＜＞]*)[>＞]$/u;
const NAME_BEHIND = /^(\S+[@＠][^\s(（]+)\s*[(（]([^()（）]*)[)）]$/u;
const ADDRESS_BEHIND = /^([^(（]*)[(（]([^()（）\s]+[@＠][^()（）\s]+)[)）]$/u;
const BARE = /^[^<>()"]+[@＠][^<>()"]+$/u;
/** Longer than a name and an address can be; the patterns would look at such a text for long. */
const MOST_LETTERS = 1_000;

/** An address as mail programs write it: `"Kato, Mari" <m@x.jp>`, `m@x.jp (Mari Kato)`, `mailto:m@x.jp`. */
export function mailboxOf(cell: string): Mailbox {
  const text = unquoted(cell.trim());
  if (text.length > MOST_LETTERS) return { email: text, name: "" };
  const [, name, email] = BRACKETED.exec(text) ?? ADDRESS_BEHIND.exec(text) ?? [];
  if (name !== undefined && email !== undefined) return mailbox(email, name);
  const [, before, behind] = NAME_BEHIND.exec(text) ?? [];
  return mailbox(before ?? text, behind ?? "");
}

function mailbox(address: string, name: string): Mailbox {
  const email = address
    .normalize("NFKC")
    .trim()
    .replace(/^mailto:/i, "");
  const called = unquoted(name.trim()).trim();
  return { email, name: /[@＠]/u.test(called) ? "" : called };
}

const unquoted = (text: string): string =>
  text
    .replace(/^"(.*)"$/s, "$1")
    .replace(/^'(.*)'$/s, "$1")
    .replaceAll('""', '"');

/** `open`: the beginning of a name that the next line may go on with: `Aki <aki@x.jp>, Kato,`. */
type Mailboxes = { found: Mailbox[]; open: string };

/** Behind a comma no given name: "Lee, Bob, Jr". */
const SUFFIX = /^(?:jr|sr|junior|senior|ii|iii|iv|ph\.?\s?d|m\.?d|mba|esq|cpa)\.?\s*[<＜]/iu;
/** Behind a comma and a space, and before a comma: where programs break their lines. */
const BROKEN = /[,，;；]\s+[^,，;；]+[,，]\s*$/u;

/**
 * Addresses of a line as a mail program's To field has them: `Aki Tanaka <aki@x.jp>, Kato, Mari <m@x.jp>; s@x.jp`.
 * @returns null where the line is something else, such as cells with a name, an address and a role
 */
export function mailboxesOf(line: string): Mailboxes | null {
  const pieces = piecesOf(line);
  const isList = pieces.filter(hasAt).length > 1;
  const found: Mailbox[] = [];
  let before: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const isBracketed = isBracketedAddress(piece);
    const next = pieces[at + 1];
    const mayBeSecond = before.length === 1 && !hasAt(piece);
    const isSecond = mayBeSecond && (next === undefined || SUFFIX.test(next));
    if (before.length > 0 && !isBracketed && !isSecond) return null;
    if (isBracketed || hasAt(piece) || (isList && isMistyped(piece))) {
      if (before.length > 1 && !SUFFIX.test(piece)) return null;
      found.push(mailboxOf([...before, piece].join(", ")));
      before = [];
    } else before.push(piece);
  }
  if (before.length === 0) return { found, open: "" };
  const open = before.join(", ") + (/[,，、;；]\s*$/u.test(line.slice(-MOST_LETTERS)) ? ", " : " ");
  return open.length > MOST_LETTERS ? null : { found, open };
}

/** Whether a name that a line ends with is the beginning of what the next one has. */
export const goesOn = (line: string, next: string | undefined): boolean =>
  next !== undefined && (/^\s/.test(next) || BROKEN.test(line.slice(-MOST_LETTERS)));

const isBracketedAddress = (piece: string): boolean =>
  piece.length <= MOST_LETTERS && BRACKETED.test(unquoted(piece));
const hasAt = (piece: string): boolean => /[@＠]/u.test(piece);
/** "aki.x.jp" among addresses is none, but was meant to be. */
const isMistyped = (piece: string): boolean => /^\S+\.[^\s.]+$/u.test(piece);

/** What is between commas and semicolons, except those in quotation marks or brackets; bare addresses also between spaces. */
function piecesOf(line: string): string[] {
  const pieces = line.match(/(?:"(?:[^"]|"")*"|[<＜][^<>＜＞]*[>＞]|[^,;，；、])+/gu) ?? [];
  return pieces
    .flatMap((piece) => {
      const words = piece.trim().split(/\s+/);
      const areBare = words.every((word) => word.length <= MOST_LETTERS && BARE.test(word));
      return areBare ? words : [piece.trim()];
    })
    .filter((piece) => piece !== "");
}
