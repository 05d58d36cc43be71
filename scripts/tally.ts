import { stripVTControlCharacters } from "node:util";

/** What a suite came to. A skip is a sentence with its reason; a failure is a sentence, too. */
export type Tally = { passed: number; failed: string[]; skipped: string[] };

export const NONE: Tally = { passed: 0, failed: [], skipped: [] };
export const passed = (): Tally => ({ passed: 1, failed: [], skipped: [] });
export const failed = (what: string): Tally => ({ passed: 0, failed: [what], skipped: [] });
/** A failure and why, on one line: whoever reads only the end of a log must not have to run the whole again. */
export const failedOf = (what: string, why: string | undefined): Tally =>
  failed(why === undefined ? what : `${what}: ${onOneLine(why)}`);
export const skipped = (what: string): Tally => ({ passed: 0, failed: [], skipped: [what] });

const MOST_CHARACTERS = 500;
const onOneLine = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(/\s+/g, " ").trim().slice(0, MOST_CHARACTERS);

export const sum = (tallies: Tally[]): Tally => ({
  passed: tallies.reduce((total, tally) => total + tally.passed, 0),
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
    failed: [...failed, ...skipped.filter(isOwed).map((line) => `skipped: ${line}`)],
    skipped: skipped.filter((line) => !isOwed(line)),
  };
}

/** The last line of `npm test`. */
export const lastLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`;

export function isTally(value: unknown): value is Tally {
  if (typeof value !== "object" || value === null) return false;
  return (
    "passed" in value &&
    typeof value.passed === "number" &&
    "failed" in value &&
    Array.isArray(value.failed) &&
    "skipped" in value &&
    Array.isArray(value.skipped)
  );
}

type Shown = { title?: unknown; specs?: unknown; suites?: unknown };

/** Reads Playwright's JSON report: a test that passed only when tried again has failed. */
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
    if (status === "expected") return passed();
    if (status !== "skipped")
      return failedOf(
        `${name}${status === "flaky" ? " (passed only when tried again)" : ""}`,
        reasonOf(test),
      );
    const reasons = list(field(test, "annotations"))
      .map((note) => field(note, "description"))
      .filter((text) => typeof text === "string");
    return skipped(`${name}: ${reasons.join("; ") || "no reason given"}`);
  });
}

/** What the first try that went wrong said, and at which line. */
function reasonOf(test: unknown): string | undefined {
  const error = list(field(test, "results"))
    .map((result) => field(result, "error"))
    .find((found) => typeof found === "object" && found !== null);
  if (error === undefined) return undefined;
  const line = field(field(error, "location"), "line");
  return `${typeof line === "number" ? `line ${line}: ` : ""}${String(field(error, "message"))}`;
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
