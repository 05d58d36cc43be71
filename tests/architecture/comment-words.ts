import { dirname } from "node:path";
import ts from "typescript";
import { listSources, readText } from "./tree.ts";

/** Words in place of a name: the subject has one, and the act a verb of the trade. */
const VAGUE =
  /\b(?:whoever|whomever|whyever|somebody|nobody|told|heard|stands|anew|doors?)\b|\b(?:no|any|some|other|many|two|three|five) ways\b/gi;

/** The comments of a TypeScript or JavaScript text. */
export function commentsIn(path: string, text: string): string[] {
  const kind = /x$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const found = new Map<number, string>();
  const note = (ranges: ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, text.slice(pos, end));
  };
  const inTags: ts.JsxText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) inTags.push(node);
    note(ts.getLeadingCommentRanges(text, node.pos));
    note(ts.getTrailingCommentRanges(text, node.end));
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  // Text between tags may look like a comment, and is none.
  return [...found].flatMap(([at, comment]) =>
    inTags.some(({ pos, end }) => at >= pos && at < end) ? [] : [comment],
  );
}

/** How many vague words the comments of a text hold. */
export const vagueWordsIn = (path: string, text: string): number =>
  commentsIn(path, text).reduce((sum, comment) => sum + (comment.match(VAGUE)?.length ?? 0), 0);

/** The same for each folder that has any. */
export function vagueWordsByFolder(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const path of listSources().toSorted()) {
    const count = vagueWordsIn(path, readText(path));
    const folder = dirname(path);
    if (count > 0) counts[folder] = (counts[folder] ?? 0) + count;
  }
  return counts;
}
