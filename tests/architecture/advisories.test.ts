import { expect, test } from "vitest";
import * as z from "zod";
import { readText } from "./tree.ts";

const VERSION = /^\d+\.\d+\.\d+/;
const advisory = z.strictObject({
  package: z.string(),
  /** First version that has the hole; all older ones when absent. */
  from: z.string().regex(VERSION).optional(),
  /** First version without it. */
  below: z.string().regex(VERSION),
  ids: z.array(z.string().regex(/^(?:CVE-\d{4}-\d+|GHSA(?:-[a-z0-9]{4}){3})$/)).min(1),
  /** Why the hole cannot be reached here. */
  accepted: z.string().min(20).optional(),
});
type Advisory = z.output<typeof advisory>;
const security = z
  .strictObject({ node: z.record(z.string(), z.iso.date()), advisories: z.array(advisory) })
  .parse(JSON.parse(readText("security/advisories.json")));
const lock = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  .parse(JSON.parse(readText("package-lock.json")));

type Installed = { path: string; name: string; version: string };
const installed: Installed[] = Object.entries(lock.packages).flatMap(([path, { version }]) => {
  const name = path.split("node_modules/").at(-1) ?? "";
  return path === "" || version === undefined ? [] : [{ path, name, version }];
});

const numbers = (version: string): number[] =>
  (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? "").split(".").map(Number);
function isBelow(version: string, bound: string): boolean {
  const [mine, other] = [numbers(version), numbers(bound)];
  for (const [at, part] of mine.entries()) if (part !== other[at]) return part < (other[at] ?? 0);
  return false;
}
const isHit = ({ from, below }: Advisory, version: string): boolean =>
  isBelow(version, below) && !(from !== undefined && isBelow(version, from));

const hits = (rows: readonly Advisory[]) =>
  rows.flatMap((row) =>
    installed
      .filter(({ name, version }) => name === row.package && isHit(row, version))
      .map(({ path, version }) => ({
        path,
        version,
        ids: row.ids,
        isAccepted: row.accepted !== undefined,
      })),
  );

test("nothing that is installed has a hole we know of", () => {
  expect(installed.length).toBeGreaterThan(500);
  expect(hits(security.advisories).filter(({ isAccepted }) => !isAccepted)).toEqual([]);
});

test("an accepted hole is still there; a reason nobody needs is removed", () => {
  for (const row of security.advisories)
    if (row.accepted !== undefined) expect(hits([row]), row.package).not.toEqual([]);
});

test("an old version would be found", () => {
  const express = { package: "express", below: "99.0.0", ids: ["CVE-2000-0001"] };
  expect(hits([express]).map(({ path }) => path)).toEqual(["node_modules/express"]);
  expect(isHit({ ...express, from: "2.0.0", below: "2.10.0" }, "2.9.9")).toBe(true);
  expect(isHit({ ...express, from: "2.0.0", below: "2.10.0" }, "2.10.0")).toBe(false);
  expect(isHit({ ...express, from: "2.0.0", below: "2.10.0" }, "1.99.0")).toBe(false);
});

test("the Node that runs this is a line with a known end, and the end is not reached", () => {
  const [major = ""] = process.versions.node.split(".");
  const end = security.node[major];
  expect(end, `the end of Node ${major} belongs into security/advisories.json`).toBeDefined();
  expect(Date.parse(end ?? "")).toBeGreaterThan(Date.now());
});
