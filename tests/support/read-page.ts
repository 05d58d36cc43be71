// A drawn page as its reader reads it: enough of HTML for what the product itself wrote.

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The words of a piece of markup; what only a phone shows is not among them. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<(?:style|script)\b.*?<\/(?:style|script)>/gs, "")
    .replace(/<span class="list-label"[^>]*>[^<]*<\/span>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();

const inside = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<(?:${tag})\\b[^>]*>(.*?)</(?:${tag})>`, "gs"))].map(
    ([, found = ""]) => found,
  );

/** The rows of each table, cell by cell; a name comes without the note below it. */
export const tablesOf = (html: string): { caption: string; rows: string[][] }[] =>
  inside(html, "table").map((table) => ({
    caption: wordsOf(inside(table, "caption")[0] ?? ""),
    rows: inside(inside(table, "tbody")[0] ?? "", "tr").map((row) =>
      inside(row, "th|td").map((cell) =>
        wordsOf(/<span class="list-title">(.*?)<\/span><(?!\/)/s.exec(`${cell}<end>`)?.[1] ?? cell),
      ),
    ),
  }));

/** Names and what stands at them, of the lists of names in a page. */
export const namedOf = (html: string): Map<string, string[]> =>
  new Map(
    [...html.matchAll(/<dt\b[^>]*>(.*?)<\/dt>((?:<dd\b[^>]*>.*?<\/dd>)+)/gs)].map(
      ([, name = "", values = ""]) => [wordsOf(name), inside(values, "dd").map(wordsOf)],
    ),
  );

/** What the links of a page are called for who does not see them. */
export const namesOfLinks = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*?\baria-label="([^"]*)"/gs)].map(([, name = ""]) => wordsOf(name));
