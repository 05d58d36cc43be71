/** Tags a journey that is too long for `npm run test:all`: `npm test -- journeys` runs it. */
export const LONG = "@long";

/** What is a suite of its own; `recordings` are all other journeys. */
const FILES: Record<string, string[]> = {
  smoke: ["smoke-*.journey.ts"],
  accounts: [
    "accounts.journey.ts",
    "hours.journey.ts",
    "signing-in.journey.ts",
    "rights.journey.ts",
  ],
  screens: ["screens.journey.ts"],
  calls: [
    "call-by-clicking.journey.ts",
    "translated-call.journey.ts",
    "live.journey.ts",
    "live-screens.journey.ts",
    "live-faults.journey.ts",
    "live-busy.journey.ts",
  ],
};
const ALL_JOURNEYS = ["*.journey.ts"];
/** Where pages are looked at in every language and theme. */
const SCREENS = ["screens.journey.ts", "live-screens.journey.ts", "signing-in.journey.ts"];

/** Which journeys Playwright runs: files, and tags to look for or to leave out. */
export type Group = {
  testMatch: string[];
  testIgnore?: string[];
  grep?: RegExp;
  grepInvert?: RegExp;
};

/**
 * @param name `smoke`, `recordings`, `accounts`, `screens` or `calls`; `journeys` are the long ones, and every screen in every
 *   language and theme; `all` leaves nothing out
 */
export function groupOf(name: string): Group {
  const isLong = new RegExp(`${LONG}|${SCREENS.join("|")}`);
  if (name === "all") return { testMatch: ALL_JOURNEYS };
  if (name === "journeys") return { testMatch: ALL_JOURNEYS, grep: isLong };
  const grepInvert = new RegExp(LONG);
  if (name === "recordings")
    return { testMatch: ALL_JOURNEYS, testIgnore: Object.values(FILES).flat(), grepInvert };
  const testMatch = FILES[name];
  if (!testMatch) throw new Error(`There are no journeys called ${name}.`);
  return { testMatch, grepInvert };
}
