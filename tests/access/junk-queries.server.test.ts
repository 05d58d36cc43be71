import { describe, expect, test } from "vitest";
import * as z from "zod";
import { addressesOf } from "./addresses.ts";
import { asMember, cursor, ID, junkQueries, statusesOf } from "./junk-queries.ts";
import { clearAttempts } from "./replay.ts";
import { serveHouse } from "./served-house.ts";

const served = await serveHouse();
const { app, door, house } = served;

const addresses = addressesOf(app, house).map((address) => ({
  ...address,
  name: address.route.path,
}));

describe("nothing that is put into the query of any address is an error of ours, and lists show their first page", () => {
  const read = new Map<string, string[]>();

  test.each(addresses)("/$name", async (address) => {
    const { names, odd } = await junkQueries(served, address, { together: 28, turns: 1 });
    read.set(address.path, names);
    expect(odd).toEqual([]);
  });

  test("the names that are read are found, not listed", () => {
    expect(read.get("/recordings")).toEqual(
      expect.arrayContaining(["after", "q", "from", "owner"]),
    );
    expect(read.get("/setting/audit-log/user-log")).toEqual(
      expect.arrayContaining(["before", "actor", "target", "to"]),
    );
  });
});

test("a list whose cursor cannot be read shows its first page, and says what it left out", async () => {
  const list = async (query: string) => {
    const { text } = await door.say(`GET /recordings.json?${query}`, asMember(served), "");
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
  const page = await door.say("GET /recordings?after=forged&limit=0", asMember(served));
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
    for (const [n, status] of (await statusesOf(served, junk)).entries())
      if (status >= 500 || status === 0) odd.push(`${status} for ${junk[n]?.slice(0, 120)}`);
  }
  expect(odd).toEqual([]);
  for (const code of ["constructor", "toString", "__proto__"])
    expect((await door.say(`GET /problems/${code}`, asMember(served))).status).toBe(404);
});
