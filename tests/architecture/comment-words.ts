import { dirname } from "node:path";
import ts from "typescript";
import { listSources, readText } from "./tree.ts";

/** Words that name nobody and nothing: the subject has a name, and the act a verb of the trade. */
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
  const visit = (node: ts.Node): void => {
    // Text between tags may look like a comment, and is none.
    if (!ts.isJsxText(node)) {
      note(ts.getLeadingCommentRanges(text, node.pos));
      note(ts.getTrailingCommentRanges(text, node.end));
    }
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return [...found.values()];
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
