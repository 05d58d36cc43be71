import { tokenise } from "./tokens.ts";

/** Fields that may be asked for by name; their lexemes stand in the document twice, once with the name. */
export const FIELDS = ["title", "comment", "summary", "label", "company"] as const;
export type Field = (typeof FIELDS)[number];

/** No word contains "=". */
export const tagged = (field: Field, lexeme: string): string => `${field}=${lexeme}`;

/** As tsvector and tsquery read a lexeme, whatever it contains. */
export const quote = (lexeme: string): string =>
  `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;

const MAX_POSITION = 16_000;
const MAX_PLACES = 200;
/** Words said have one place, out of reach of any phrase: where they stand is told by the segment. */
const SAID_POSITION = 16_383;
/** PostgreSQL holds 1 MB a document. */
const MAX_SAID = 50_000;
const FIELD_GAP = 40;

type Places = Map<string, { weight: string; at: number }[]>;

function put(places: Places, lexeme: string, weight: string, at: number) {
  const known = places.get(lexeme);
  if (!known) places.set(lexeme, [{ weight, at }]);
  else if (known.length < MAX_PLACES) known.push({ weight, at });
}

const print = (places: Places) =>
  [...places]
    .map(
      ([lexeme, at]) =>
        `${quote(lexeme)}:${at.map((place) => `${place.at}${place.weight}`).join(",")}`,
    )
    .join(" ");

/** `segment.doc`: lexemes with their positions, for phrases and near. Text to be cast to tsvector. */
export function segmentVector(text: string): string {
  const places: Places = new Map();
  tokenise(text)
    .slice(0, MAX_POSITION)
    .forEach(({ lexemes }, n) => lexemes.forEach((lexeme) => put(places, lexeme, "", n + 1)));
  return print(places);
}

export type CallText = {
  title: string;
  company: string | null;
  people: readonly string[];
  summary: readonly string[];
  comments: readonly string[];
  labels: readonly string[];
  /** Texts of the current segments. */
  said: Iterable<string>;
};

/**
 * `call_search.doc` (data §2.2): A title, company, people · B summary · C comments, labels · D words
 * said. A to C have positions and names of fields, D only says that a word was said.
 */
export function callVector(text: CallText): string {
  const places: Places = new Map();
  let at = 0;
  const add = (parts: readonly string[], weight: string, field: Field | null) => {
    for (const part of parts) {
      for (const { lexemes } of tokenise(part)) {
        if (at >= MAX_POSITION) return;
        at += 1;
        for (const lexeme of lexemes) {
          put(places, lexeme, weight, at);
          if (field) put(places, tagged(field, lexeme), weight, at);
        }
      }
      at += FIELD_GAP;
    }
  };
  add([text.title], "A", "title");
  add(text.company === null ? [] : [text.company], "A", "company");
  add(text.people, "A", null);
  add(text.labels, "C", "label");
  add(text.summary, "B", "summary");
  add(text.comments, "C", "comment");
  const said = new Set<string>();
  for (const segment of text.said) {
    if (said.size >= MAX_SAID) break;
    for (const { lexemes } of tokenise(segment)) lexemes.forEach((lexeme) => said.add(lexeme));
  }
  for (const lexeme of said) put(places, lexeme, "", SAID_POSITION);
  return print(places);
}
