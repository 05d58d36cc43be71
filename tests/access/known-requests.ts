import type { Noted } from "#tests/e2e/note-requests.ts";
import { RECORDED } from "./recorded.ts";
import type { Recorded } from "./requests.ts";

/** Names that are no id of a row, or whose rows are fuzzed elsewhere. */
const ELSEWHERE: readonly RegExp[] = [
  /^\/uploads\//, // tests/access/uploads.server.test.ts
  /^\/auth\//, // a provider's code and state: tests/access/connections.server.test.ts
  /^\/signin\//, // a partner's code and state: tests/access/identity-provider.server.test.ts
  /^\/(?:media\/)?embed\//, // by a key, without a member: tests/access/embed.server.test.ts
  /^\/shared\//, // tests/access/live.server.test.ts, with guests' own addresses
];
/** A browser's own name for one of its tabs: no row has it. */
const OF_NO_ROW: readonly string[] = ["tabId"];
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const SLOT = /\{[A-Za-z]+\}/g;

const shapeOf = (path: string): string =>
  (path.split("?")[0] ?? "")
    // Templates have numbers.
    .replace("{templateId}", "0")
    // One page for every CRM.
    .replace(/\/[a-z]+-mapping$/, "/0-mapping")
    .replace(SLOT, "{}")
    .replace(ID, "{}")
    .replace(/\/\d+(?=\/|$|\.)/g, "/0");
const plainName = (name: string): string => name.replace(/\[\d*\]/g, "");

/** The fields of a request of the list that hold an id. */
const slotsOf = ({ query, form, json }: Recorded): string[] =>
  Object.entries({ ...query, ...form, ...json })
    .filter(([, value]) => typeof value === "string" && new RegExp(SLOT).test(value))
    .map(([name]) => plainName(name));

const covers = (known: Recorded, asked: Noted): boolean =>
  (known.method ?? "GET") === (asked.method === "HEAD" ? "GET" : asked.method) &&
  shapeOf(known.path) === shapeOf(asked.path) &&
  (known.form?.["intent"] ?? null) === asked.intent;

/**
 * What members asked for with an id in it that the fuzz of two workspaces does not try: an address, an intent or a field
 * that no `cases/<noun>.ts` has a line for.
 * @returns each once, in words
 */
export function unknownRequests(noted: readonly Noted[]): string[] {
  const unknown = noted.flatMap((asked) => {
    const { path, ids } = asked;
    if (ELSEWHERE.some((pattern) => pattern.test(path))) return [];
    if (!new RegExp(ID).test(path) && ids.length === 0) return [];
    const known = RECORDED.filter((one) => covers(one, asked));
    // A form goes to the address of its page, which the page itself was asked by.
    const page = RECORDED.filter((one) => covers(one, { ...asked, method: "GET", intent: null }));
    const slots = new Set([...known, ...page].flatMap(slotsOf));
    const loose = ids
      .map(plainName)
      .filter((name) => !slots.has(name) && !OF_NO_ROW.includes(name));
    if (known.length > 0 && loose.length === 0) return [];
    const intent = asked.intent === null ? "" : ` intent=${asked.intent}`;
    return `${asked.method} ${shapeOf(path)}${intent} ${loose.join(" ")}`.trim();
  });
  return [...new Set(unknown)].sort();
}
