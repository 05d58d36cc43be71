import { vi } from "vitest";
import type { addressesOf } from "./addresses.ts";
import { clearAttempts } from "./replay.ts";
import type { ServedHouse } from "./served-house.ts";

export const ID = "018f0000-0000-7000-8000-000000000000";
export const cursor = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");
/** Values as they stand in an address: those that have broken something by themselves, somewhere, */
const NASTY: readonly string[] = [
  "%00",
  "a%00b",
  "%ff",
  "x".repeat(6_000),
  "__proto__",
  "2147483648",
  "99999999999999999999",
  "0000-01-01",
  "2026-02-31",
  ID,
  cursor(["0000-01-01T00:00:00.000Z", ID]),
  cursor(["2026-02-31T00:00:00.000Z", ID]),
  cursor([2_147_483_648, ID]),
  cursor(["x\0", ID]),
];
/** and those that could. */
const ODD: readonly string[] = [
  "",
  "%ed%a0%80",
  "%0d%0aset-cookie:x=y",
  "-1",
  "1e400",
  "NaN",
  "0001-01-01",
  "9999-12-31",
  "%2B010000-01-01",
  ID.toUpperCase(),
  "%27%20OR%201=1%20--",
  "%28%28%28%22%3A*%7C%26%21",
  "%25_%5C",
  "%F0%9F%98%80%E2%80%A8",
  "::ffff:1.2.3.4/33",
  "//evil.example",
  ...[null, [], {}, ["x"], ["\ud800", ID], [-1, "x"]].map(cursor),
];
/** Each name with another value, in another way in each turn. */
function mixed(names: readonly string[], turn: number): string {
  const values = [...ODD, ...NASTY];
  return names
    .map((name, at) => `${name}=${values[(at * 7 + turn * 5) % values.length] ?? ""}`)
    .join("&")
    .slice(0, MOST_CHARACTERS);
}
/** Node reads 16 KB of head. */
const MOST_CHARACTERS = 14_000;

export const asMember = ({ admin }: ServedHouse): Record<string, string> => ({
  cookie: `__Host-sid=${admin.token}`,
  accept: "text/html",
});

/** What is asked of an address's query while it is answered, by loader, library or page, for a member and for nobody. */
async function namesReadAt(house: ServedHouse, path: string): Promise<string[]> {
  const names = new Set<string>();
  const spies = (["get", "getAll", "has"] as const).map((method) =>
    vi.spyOn(URLSearchParams.prototype, method),
  );
  try {
    for (const who of [{ accept: "text/html" }, asMember(house)])
      await house.door.say(`GET ${path}`, who);
    for (const { mock } of spies) for (const [name] of mock.calls) names.add(name);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return [...names].filter((name) => name !== "_data");
}

const AT_ONCE = 8;
/** @returns of each, in their order, its status */
export async function statusesOf(house: ServedHouse, paths: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE)
    statuses.push(
      ...(await Promise.all(
        paths
          .slice(at, at + AT_ONCE)
          .map(async (path) => (await house.door.say(`GET ${path}`, asMember(house))).status),
      )),
    );
  return statuses;
}

/** What their queries hold are not wishes but keys and steps: another one is another page. */
const STEPS = /^\/(?:signin\/|activate\/|password-reset)/;

/** Its query is what it is about: no address, one nobody may embed, one that is not there, a format it has not. */
const OEMBED = [400, 401, 404, 501];

/** @returns what is answered otherwise than the address alone */
async function oddAt(
  house: ServedHouse,
  address: string,
  queries: readonly string[],
): Promise<string[]> {
  await clearAttempts();
  const [plain = 0, ...statuses] = await statusesOf(house, [
    address,
    ...queries.map((query) => `${address}${address.includes("?") ? "&" : "?"}${query}`),
  ]);
  return statuses.flatMap((status, at) =>
    status === plain ||
    (STEPS.test(address) && status > 0 && status < 500) ||
    (address === "/oembed" && OEMBED.includes(status))
      ? []
      : `${status} for ${address} with ${queries[at]?.slice(0, 80)}, ${plain} without`,
  );
}

/**
 * `together`: how many names have a value of their own in one request; 1 shows which one is at fault. `turns`: how often
 * each name has another value, beside all others, on the drawn page.
 */
type Thoroughness = { together: number; turns: number };

const drawnWith = (names: readonly string[], { together, turns }: Thoroughness): string[] => [
  ...Array.from({ length: turns }, (_none, turn) => mixed(names, turn)),
  ...inGroups(names, together).map((some) =>
    some.map((name) => `${name}&${name}[]=x&${name}[not]=x&${name}=%00&${name}=x`).join("&"),
  ),
  ...["&&=&=%00", "%00=%00&%ff=%ff", "__proto__[x]=1", "a".repeat(8_000)],
];

const inGroups = (names: readonly string[], together: number): string[][] =>
  Array.from({ length: Math.ceil(names.length / together) }, (_none, group) =>
    names.slice(group * together, (group + 1) * together),
  );

/**
 * The value of each turn, beside the names that are asked together: each name has each value once.
 * @param together how many names share a request
 */
const valuesOf = (names: readonly string[], together: number): string[] =>
  inGroups(names, together).flatMap((some) =>
    NASTY.map((_value, turn) =>
      some.map((name, at) => `${name}=${NASTY[(at + turn) % NASTY.length]}`).join("&"),
    ),
  );

/**
 * Puts junk into the query of an address, under each name that is read there.
 * @returns the names that are read; and what is answered otherwise than the address alone
 */
export async function junkQueries(
  house: ServedHouse,
  { path, route }: ReturnType<typeof addressesOf>[number],
  thoroughness: Thoroughness,
): Promise<{ names: string[]; odd: string[] }> {
  const names = await namesReadAt(house, path);
  const odd = await oddAt(house, path, drawnWith(names, thoroughness));
  // Each value without the page around it.
  const own = names.filter((name) => name !== "index");
  const isData = route.isPage && route.loader !== null;
  const address = isData ? `${path}?_data=${route.id}` : path;
  odd.push(...(await oddAt(house, address, valuesOf(own, thoroughness.together))));
  return { names, odd };
}
