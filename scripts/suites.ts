import { check } from "./suite-check.ts";
import type { Way } from "./suite-programs.ts";
import { build, ofJourneys, ofPrograms, ofVitest } from "./suite-runners.ts";
import { sum, type Tally } from "./tally.ts";

/** So often `npm test -- live` runs what it runs. */
const ROUNDS = 3;
/** Steps one after the other, each a queue of suites. */
export type Plan = readonly (readonly string[])[];
/**
 * The gate, `npm test`: what the code decides, without clocks, processes that are ended, media servers or voices; then
 * the short journeys, with nothing beside them.
 */
export const GATE: Plan = [
  ["check", "domain", "build", "unit", "media", "architecture"],
  ["smoke"],
];
/** `npm run test:all`: the gate, then what holds clocks and ends processes, alone, then the browsers; calls last, alone. */
export const ALL: Plan = [...GATE, ["real"], ["e2e", "accounts", "screens"], ["calls"]];
/** So many suites of a step run at a time. */
export const AT_ONCE = 2;

/**
 * `needsPackages`: begins when Debian's packages have come, or will not come; `needsServer`: when the media server has,
 * and skips nothing for want of one where there is one. `isLive`: skips nothing at all then. What is in no step runs
 * only where it is named: `npm test -- live`, `npm test -- journeys`.
 */
export type Suite = {
  name: string;
  needsPackages?: boolean;
  needsWholeChromium?: boolean;
  needsServer?: boolean;
  isLive?: boolean;
  run: (way: Way) => Promise<Tally>;
};

const live = { needsPackages: true, needsServer: true, isLive: true } as const;
const inBrowser = (group: string): { needsPackages: true; run: Suite["run"] } => ({
  needsPackages: true,
  run: ofJourneys(group),
});

export const SUITES: Suite[] = [
  { name: "check", run: check },
  { name: "build", run: build },
  { name: "domain", needsPackages: true, run: ofVitest("domain") },
  { name: "unit", needsPackages: true, run: ofVitest("unit") },
  { name: "media", needsPackages: true, run: ofVitest("media") },
  { name: "architecture", run: ofVitest("architecture") },
  { name: "smoke", ...inBrowser("smoke") },
  {
    ...{ name: "real", needsPackages: true, needsWholeChromium: true, needsServer: true },
    run: ofPrograms("real"),
  },
  { name: "e2e", ...inBrowser("recordings") },
  { name: "accounts", ...inBrowser("accounts") },
  { name: "screens", ...inBrowser("screens") },
  { ...live, name: "calls", ...inBrowser("calls") },
  { ...live, name: "journeys", ...inBrowser("journeys") },
  { ...live, needsWholeChromium: true, name: "live", run: again },
];

/** Before a release, and at night: what depends on clocks is run again and again, and every screen in every pair. */
async function again(way: Way): Promise<Tally> {
  const tallies: Tally[] = [];
  for (let round = 1; round <= ROUNDS && !way.signal.aborted; round++) {
    way.write(`--- round ${round} of ${ROUNDS}\n`);
    tallies.push(await ofPrograms("real")(way), await ofJourneys("all")(way));
  }
  return sum(tallies);
}
