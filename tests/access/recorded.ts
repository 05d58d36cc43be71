import { collect } from "./collect.ts";
import type { Asked, Recorded, Requests } from "./requests.ts";

const NOUNS = await collect<Requests>(new URL("./cases/", import.meta.url), "requests");

/** Requests to one page follow one another: some tests compare all rows after each page. */
const byRoute = (one: Asked, other: Asked): number =>
  one.recorded.route.localeCompare(other.recorded.route);

/** Every address of members that shows something. */
export const READS: Asked[] = NOUNS.flatMap(({ reads = [] }) => reads).toSorted(byRoute);

/** Everything a member can ask to be done: each command of each page, and what is no command. */
export const DEEDS: Asked[] = NOUNS.flatMap(({ commands = [] }) => commands).toSorted(byRoute);

/** Every request of a member, with everything in it right. */
export const RECORDED: Recorded[] = [...READS, ...DEEDS].map(({ recorded }) => recorded);

/** Fields of forms that may be left out. */
export const OPTIONAL: ReadonlySet<string> = new Set(
  NOUNS.flatMap(({ optional = [] }) => optional),
);

/** Rights of the workspace that not every role has. */
export const ROLES = NOUNS.reduce<NonNullable<Requests["roles"]>>(
  (all, { roles }) => ({ ...all, ...roles }),
  {},
);
