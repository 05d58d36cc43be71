import { stripVTControlCharacters } from "node:util";

/**
 * What did not pass: the name its runner gives it, the reason on one line, the vitest project or the group of journeys
 * it belongs to, and the file that shows it again when run alone. `file` is null where another run would prove nothing:
 * a check, a build, an unhandled error, a runner that ended by itself.
 */
export type Failure = { name: string; reason: string; suite: string; file: string | null };

/** The result of a suite: names of the tests that passed, failures, and skips as sentences with their reasons. */
export type Tally = { passed: string[]; failed: Failure[]; skipped: string[] };

export const NONE: Tally = { passed: [], failed: [], skipped: [] };
export const passed = (name: string): Tally => ({ ...NONE, passed: [name] });
/** A failure that no second run can turn into a pass. */
export const failed = (name: string): Tally => failedIn(null, name, "");
/** @param reason in any number of lines; a reader of the end of the log must not have to run everything again */
export const failedIn = (file: string | null, name: string, reason: string): Tally => ({
  ...NONE,
  failed: [{ name, reason: onOneLine(reason), suite: "", file }],
});
export const skipped = (what: string): Tally => ({ ...NONE, skipped: [what] });

const MOST_CHARACTERS = 500;
const onOneLine = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, " ").trim().slice(0, MOST_CHARACTERS);

/** A failure as one line of the log. */
export const lineOf = ({ name, reason, suite }: Failure): string =>
  `${suite === "" ? "" : `${suite} › `}${name}${reason === "" ? "" : `: ${reason}`}`;

/** Says which suite, by the name a second run knows it by, the failures and skips of a tally belong to. */
export const labelled = (suite: string, { passed, failed, skipped }: Tally): Tally => ({
  passed,
  failed: failed.map((failure) => ({ ...failure, suite })),
  skipped: skipped.map((line) => `${suite} › ${line}`),
});

export const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.flatMap((tally) => tally.passed),
  failed: tallies.flatMap((tally) => tally.failed),
  skipped: tallies.flatMap((tally) => tally.skipped),
});

/**
 * Where there is a media server: skips for want of one, or without a word why, become failures; with `isAll` every
 * skip does but one that only a superuser can help.
 */
export function skipsFailed({ passed, failed, skipped }: Tally, isAll: boolean): Tally {
  const isOwed = (line: string): boolean =>
    isAll
      ? !/may not mount|only be made by root/.test(line)
      : /livekit-server|no reason given$/.test(line);
  return {
    passed,
    failed: [
      ...failed,
      ...skipped.filter(isOwed).flatMap((line) => failedIn(null, `skipped: ${line}`, "").failed),
    ],
    skipped: skipped.filter((line) => !isOwed(line)),
  };
}

/** The last line of `npm test`. */
export const lastLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed.length} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`;

export function isTally(value: unknown): value is Tally {
  if (typeof value !== "object" || value === null) return false;
  return (
    "passed" in value &&
    Array.isArray(value.passed) &&
    "failed" in value &&
    Array.isArray(value.failed) &&
    "skipped" in value &&
    Array.isArray(value.skipped)
  );
}

type Shown = { title?: unknown; specs?: unknown; suites?: unknown };

/** Reads Playwright's JSON report: a test that passed only when tried again, or was not run at all, has failed. */
export function tallyOfPlaywright(report: unknown): Tally {
  if (typeof report !== "object" || report === null) return failed("Playwright wrote no report.");
  const { suites, errors } = { suites: undefined, errors: undefined, ...report };
  const broken = list(errors).map((error) =>
    failed(`journeys: ${String(field(error, "message"))}`),
  );
  return sum([...list(suites).flatMap((suite) => ofSuite(suite, [])), ...broken]);
}

function ofSuite(suite: unknown, path: string[]): Tally[] {
  const { title, specs, suites }: Shown = { ...(typeof suite === "object" ? suite : null) };
  const here = typeof title === "string" && title !== "" ? [...path, title] : path;
  return [
    ...list(specs).flatMap((spec) => ofSpec(spec, here)),
    ...list(suites).flatMap((inner) => ofSuite(inner, here)),
  ];
}

function ofSpec(spec: unknown, path: string[]): Tally[] {
  const name = [...path, String(field(spec, "title"))].join(" › ");
  return list(field(spec, "tests")).map((test) => {
    const status = field(test, "status");
    if (status === "expected") return passed(name);
    const file = field(spec, "file");
    const where = typeof file === "string" ? file : null;
    if (status !== "skipped") return failedIn(where, name, reasonOf(test));
    if (field(test, "expectedStatus") !== "skipped") return failedIn(where, name, "not run");
    const reasons = list(field(test, "annotations"))
      .map((note) => field(note, "description"))
      .filter((text) => typeof text === "string");
    return skipped(`${name}: ${reasons.join("; ") || "no reason given"}`);
  });
}

/** What the first attempt that failed reported, and at which line. */
function reasonOf(test: unknown): string {
  const error = list(field(test, "results"))
    .map((result) => field(result, "error"))
    .find((found) => typeof found === "object" && found !== null);
  if (error === undefined) return String(field(test, "status"));
  const line = field(field(error, "location"), "line");
  return `${typeof line === "number" ? `line ${line}: ` : ""}${String(field(error, "message"))}`;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
