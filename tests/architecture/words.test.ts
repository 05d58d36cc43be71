import ts from "typescript";
import { describe, expect, test } from "vitest";
import budget from "./comment-words.json" with { type: "json" };
import { commentsIn, vagueWordsByFolder, vagueWordsIn } from "./comment-words.ts";
import { listSources, readText } from "./tree.ts";

/**
 * Words that name a thing by a picture, and the term that an engineer would search for instead. A word is refused as a
 * part of any declared name; a name in whole is refused where its words alone are right.
 */
const REFUSED: [RegExp, string][] = [
  [/\b(?:at the door|at door)\b/, "unauthenticated, before sign-in; in the lobby"],
  [/\b(?:other eyes|own eyes|viewer|viewers)\b/, "impersonator, impersonation"],
  [/\b(?:post|answer) question\b/, "deferred request"],
  [/\bletters?\b/, "email"],
  [/\bheirs?\b/, "successor"],
  [/\btwins?\b/, "duplicate"],
  [/\bsave part\b|\bpart (?:state|view)\b/, "component"],
  [/\bworkshop\b/, "worker context"],
  [/\b(?:ears|hears)\b/, "PCM router; receives"],
  [/\bnews\b/, "event"],
  [/\bkeepers?\b|\bkeep calls?\b/, "supervisor; active call"],
  [/\btell\b/, "publish, send, notify, report"],
  [/\bis away\b|\baway$/, "unavailable"],
  [/\bknock(?:s|ed)?\b/, "request to join"],
  [/\bpatient\b/, "retrying"],
  [/\b(?:abreast|coalesce)\b|^every$/, "map concurrent, single flight, throttle"],
  [/\b(?:night|spent|forget)\b/, "nightly cleanup, expired, delete"],
  [
    /\bstanding\b|\bway in\b|\bwake invited\b|\bhalf (?:way|sign)\b/,
    "role in call, sign-in method",
  ],
  [/\bpartners?\b/, "identity provider"],
  [/\b(?:whoever|somebody|whyever)\b/, "the subject by its name"],
];

/** Stored words (columns, form fields, addresses, audit events, settings of an operator) and words used in their right meaning. */
const EXCEPTIONS: Record<string, string> = {
  heirId: "a form's field",
  knock: "a form's intent, and a test sound",
  LIMIT_LETTERS_PER_HOUR: "a setting of the environment",
  listTwin: "the .json and .csv twins of a list, as the specification calls them",
  twins: "the .json and .csv twins of a list",
  ...Object.fromEntries(
    ["partner", "partnerLoginId", "partnerLogins"].map((name) => [name, "a column, a field"]),
  ),
  ...Object.fromEntries(
    ["partner_link", "partner_linked", "partner_unlink", "use_partner"].map((name) => [
      name,
      "an intent, an event, a template's name that is stored",
    ]),
  ),
  ...Object.fromEntries(
    [
      ...["isLetter", "isLetterOrDigit", "letter", "letters", "lettersIn", "spokenLetters"],
      ...["MS_PER_LETTER", "MOST_LETTERS"],
    ].map((name) => [name, "letters of an alphabet"]),
  ),
  away: "who is not on a page, or a server that does not answer in a test",
  every: "an option of a schedule",
};

/** `openPcmRouter` → "open pcm router" */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replaceAll(/[_$]+/g, " ")
    .trim()
    .toLowerCase();

const isDeclaration = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isParameter(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeParameterDeclaration(node) ||
  ts.isEnumDeclaration(node);

/** Names that a text declares: variables, functions, types, parameters, properties. */
function declaredIn(path: string, text: string): Set<string> {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isDeclaration(node) && node.name !== undefined && ts.isIdentifier(node.name))
      found.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const inSources = new Map<string, Set<string>>();
/** The same of a file of ours, which is read once. */
function declaredInSource(path: string): Set<string> {
  const known = inSources.get(path) ?? declaredIn(path, readText(path));
  inSources.set(path, known);
  return known;
}

/** @returns `name: say …` for each declared name that is refused */
const refusedIn = (path: string, declared: ReadonlySet<string>): string[] =>
  [...declared]
    .filter((name) => !(name in EXCEPTIONS))
    .flatMap((name) => {
      const inWords = wordsOf(name);
      const hit = REFUSED.find(([words]) => words.test(inWords));
      return hit ? [`${path}: ${name}: say ${hit[1]}`] : [];
    });

describe("declared names", () => {
  test("use the field's terms", () => {
    expect(listSources().flatMap((path) => refusedIn(path, declaredInSource(path)))).toEqual([]);
  });

  test.each([
    "const postLetter = 1;",
    "function tellCall() {}",
    "type Workshop = { ears: number };",
    "const f = (heir: string) => heir;",
    "class CallKeeper {}",
    "const { partners } = settings;",
  ])("%s is refused", (text) => {
    expect(refusedIn("planted.ts", declaredIn("planted.ts", text))).not.toEqual([]);
  });

  test("no exception outlives its use", () => {
    const declared = new Set(listSources().flatMap((path) => [...declaredInSource(path)]));
    expect(Object.keys(EXCEPTIONS).filter((name) => !declared.has(name))).toEqual([]);
  });
});

describe("comments", () => {
  test("hold as many vague words as their folder's budget, which only falls", () => {
    const counts = vagueWordsByFolder();
    const known: Record<string, number> = budget;
    const over = Object.entries(counts).filter(([folder, count]) => count > (known[folder] ?? 0));
    const under = Object.entries(known).filter(([folder, most]) => (counts[folder] ?? 0) < most);
    // More than before: name the subject. Fewer: lower the number in comment-words.json.
    expect({ over, under }).toEqual({ over: [], under: [] });
  });

  test.each([
    ["// Nobody told whoever calls.", 3],
    ["/** Opens the door anew. */ const a = 1;", 2],
    ["const a = 1; // somebody waits", 1],
    ["const told = 'nobody'; // the request", 0],
    ["const a = <p>// nobody</p>;", 0],
    ["call(/* whoever */);", 1],
  ])("%s holds %i", (text, count) => {
    expect(vagueWordsIn("planted.tsx", text)).toBe(count);
  });

  test("are read once each", () => {
    expect(commentsIn("planted.ts", "/** a */\nconst x = 1; // b\nconst y = 2;")).toEqual([
      "/** a */",
      "// b",
    ]);
  });
});
