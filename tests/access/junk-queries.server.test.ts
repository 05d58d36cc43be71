import { expect, test, vi } from "vitest";
import * as z from "zod";
import { addressesOf } from "./addresses.ts";
import { clearAttempts } from "./replay.ts";
import { serveHouse } from "./served-house.ts";

const { app, door, admin, house } = await serveHouse();

const ID = "018f0000-0000-7000-8000-000000000000";
const cursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
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
const TURNS = 6;
/** Node reads 16 KB of head. */
const MOST_CHARACTERS = 14_000;

const asMember = (): Record<string, string> => ({
  cookie: `__Host-sid=${admin.token}`,
  accept: "text/html",
});

/** What is asked of an address's query while it is answered, by loader, library or page, for a member and for nobody. */
async function namesReadAt(path: string): Promise<string[]> {
  const names = new Set<string>();
  const spies = (["get", "getAll", "has"] as const).map((method) =>
    vi.spyOn(URLSearchParams.prototype, method),
  );
  try {
    for (const who of [{ accept: "text/html" }, asMember()]) await door.say(`GET ${path}`, who);
    for (const { mock } of spies) for (const [name] of mock.calls) names.add(name);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return [...names].filter((name) => name !== "_data");
}

const AT_ONCE = 8;
/** @returns of each, in their order, its status */
async function statusesOf(paths: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE)
    statuses.push(
      ...(await Promise.all(
        paths
          .slice(at, at + AT_ONCE)
          .map(async (path) => (await door.say(`GET ${path}`, asMember())).status),
      )),
    );
  return statuses;
}

/** What their queries hold are not wishes but keys and steps: another one is another page. */
const STEPS = /^\/(?:signin\/|activate\/|password-reset)/;

/** Its query is what it is about: no address, one nobody may embed, one that is not there, a format it has not. */
const OEMBED = [400, 401, 404, 501];

/** @returns what is answered otherwise than the address alone */
async function oddAt(address: string, queries: readonly string[]): Promise<string[]> {
  await clearAttempts();
  const [plain = 0, ...statuses] = await statusesOf([
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

const drawnWith = (names: readonly string[]): string[] => [
  ...Array.from({ length: TURNS }, (_none, turn) => mixed(names, turn)),
  ...names.map((name) => `${name}&${name}[]=x&${name}[not]=x&${name}=%00&${name}=x`),
  ...["&&=&=%00", "%00=%00&%ff=%ff", "__proto__[x]=1", "a".repeat(8_000)],
];

test("nothing that is put into the query of any address is an error of ours, and lists show their first page", async () => {
  const found = new Map<string, string[]>();
  const odd: string[] = [];
  for (const { path, route } of addressesOf(app, house)) {
    const names = await namesReadAt(path);
    found.set(path, names);
    odd.push(...(await oddAt(path, drawnWith(names))));
    // Each value by itself, without the page around it.
    const own = names.filter((name) => name !== "index");
    const alone = own.flatMap((name) => NASTY.map((value) => `${name}=${value}`));
    const isData = route.isPage && route.loader !== null;
    odd.push(...(await oddAt(isData ? `${path}?_data=${route.id}` : path, alone)));
  }
  expect(odd).toEqual([]);
  // The names are found, not listed: here is that they are.
  expect(found.get("/recordings")).toEqual(expect.arrayContaining(["after", "q", "from", "owner"]));
  expect(found.get("/setting/audit-log/user-log")).toEqual(
    expect.arrayContaining(["before", "actor", "target", "to"]),
  );
});

test("a list whose cursor cannot be read shows its first page, and says what it left out", async () => {
  const list = async (query: string) => {
    const { text } = await door.say(`GET /recordings.json?${query}`, asMember(), "");
    return z
      .object({ data: z.array(z.unknown()), ignored: z.array(z.unknown()) })
      .parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
  };
  const first = await list("sort=duration");
  expect(first.data.length).toBeGreaterThan(1);
  for (const after of ["x", cursor(["2026-01-01T00:00:00.000Z", ID]), cursor(["x\0", ID])])
    expect(await list(`sort=duration&after=${after}`)).toEqual({
      data: first.data,
      ignored: [{ key: "after", value: after.slice(0, 80) }],
    });
  const page = await door.say("GET /recordings?after=forged&limit=0", asMember());
  const named = ["after=forged", "limit=0"].filter((part) => page.text.includes(part));
  expect([page.status, named]).toEqual([200, ["after=forged", "limit=0"]]);
});

test("nothing that is put into the place of an id is one either", async () => {
  const places = app.routes.filter(({ path }) => path.includes(":"));
  expect(places.length).toBeGreaterThan(15);
  const ids = [
    ...["%20", "-1", "0", "1.5", "1e9", "0x1", "2147483648", "99999999999999999999", "1.txt"],
    ...["x".repeat(3_000), "__proto__", "constructor", "..%2f..", "%F0%9F%98%80", "%2525", ID],
  ];
  const odd: string[] = [];
  for (const { path } of places) {
    await clearAttempts();
    // Each parameter in turn, between others that are right.
    const right = addressesOf(app, house).find(({ route }) => route.path === path)?.path ?? "";
    const at = path.split("/").flatMap((part, n) => (part.startsWith(":") ? [n + 1] : []));
    const junk = at.flatMap((n) => ids.map((id) => right.split("/").with(n, id).join("/")));
    for (const [n, status] of (await statusesOf(junk)).entries())
      if (status >= 500 || status === 0) odd.push(`${status} for ${junk[n]?.slice(0, 120)}`);
  }
  expect(odd).toEqual([]);
  for (const code of ["constructor", "toString", "__proto__"])
    expect((await door.say(`GET /problems/${code}`, asMember())).status).toBe(404);
});
