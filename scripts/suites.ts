import { check } from "./suite-check.ts";
import type { Way } from "./suite-programs.ts";
import { build, ofJourneys, ofPrograms, ofVitest } from "./suite-runners.ts";
import { sum, type Tally } from "./tally.ts";

/** So often `npm test -- live` runs what it runs. */
const ROUNDS = 3;
/** Steps one after the other, each a queue of suites. */
export type Plan = readonly (readonly string[])[];
/** The gate, `npm test`: what the code decides, without clocks, processes that are ended, rooms or browsers. */
export const GATE: Plan = [["check", "domain", "unit", "media", "architecture", "build"]];
/**
 * What `npm run test:all` runs: two take from a queue, one what computes, the other what waits, as long as there are
 * both. So both processors have work until the end; three at once disturb whatever has a clock in it, and what measures
 * one runs alone.
 */
export const ALL: Plan = [
  [
    ...["check", "speech", "domain", "unit", "media", "architecture"],
    ...["build", "faults", "e2e", "calls", "screens", "accounts", "rooms"],
  ],
  ["clocks"],
];
/** So many suites of a step run at a time. */
export const AT_ONCE = 2;

/**
 * `budgetS` on two cores beside another suite, told when it is exceeded and no reason to end anything. `needsPackages`:
 * begins when Debian's packages have come, or will not come; `needsServer`: when the media server has, and skips nothing
 * where there is one. `isLive`: skips nothing at all then. What stands in no step runs only where it is named:
 * `npm test -- live`, `npm test -- journeys`.
 */
export type Suite = {
  name: string;
  budgetS: number;
  /** No clock is in it: it may be slowed down by whoever measures one. */
  isMostlyWaiting?: boolean;
  needsPackages?: boolean;
  needsWholeChromium?: boolean;
  needsServer?: boolean;
  isLive?: boolean;
  run: (way: Way) => Promise<Tally>;
};

/** What a recorder must survive, how exact it stays, and how soon words come; the browser's faults, the full disk and hand-over take minutes: `npm test -- live`. */
const CLOCKS = ["tests/faults/live-recorder", "media/speech/live-pace"];
const live = { needsPackages: true, needsServer: true, isLive: true } as const;
const computes = { isMostlyWaiting: true } as const;
const inBrowser = (group: string): { needsPackages: true; run: Suite["run"] } => ({
  needsPackages: true,
  run: ofJourneys(group),
});

export const SUITES: Suite[] = [
  { ...computes, name: "check", budgetS: 150, run: check },
  { ...computes, name: "architecture", budgetS: 30, run: ofVitest("architecture") },
  { ...computes, name: "speech", budgetS: 120, needsPackages: true, run: ofVitest("speech") },
  {
    ...computes,
    name: "unit",
    budgetS: 60,
    needsPackages: true,
    needsServer: true,
    run: ofVitest("unit"),
  },
  { ...computes, name: "domain", budgetS: 180, needsServer: true, run: ofVitest("domain") },
  { ...computes, name: "media", budgetS: 80, needsPackages: true, run: ofVitest("media") },
  { name: "build", budgetS: 60, run: build },
  { name: "e2e", budgetS: 300, ...inBrowser("recordings") },
  { name: "accounts", budgetS: 200, ...inBrowser("accounts") },
  { name: "screens", budgetS: 200, ...inBrowser("screens") },
  { ...live, name: "calls", budgetS: 360, ...inBrowser("calls") },
  { name: "faults", budgetS: 300, needsPackages: true, run: ofPrograms("faults") },
  { ...live, name: "rooms", budgetS: 120, run: ofPrograms("rooms") },
  { ...live, name: "clocks", budgetS: 300, run: ofPrograms("live", CLOCKS) },
  { ...live, name: "journeys", budgetS: 1_200, run: long },
  { ...live, needsWholeChromium: true, name: "live", budgetS: 3_600, run: again },
];

/** What is too long for `npm test`: long journeys and faults, and every screen in every language and theme. */
async function long(way: Way): Promise<Tally> {
  return sum([await ofPrograms("long")(way), await ofJourneys("journeys")(way)]);
}

/** Before a release, and at night: what depends on clocks is run again and again, and every screen in every pair. */
async function again(way: Way): Promise<Tally> {
  const tallies: Tally[] = [];
  for (let round = 1; round <= ROUNDS && !way.signal.aborted; round++) {
    way.write(`--- round ${round} of ${ROUNDS}\n`);
    tallies.push(await ofPrograms("rooms")(way), await ofPrograms("live")(way));
    tallies.push(await ofJourneys("all")(way));
  }
  return sum(tallies);
}
