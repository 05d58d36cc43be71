import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "./database-unavailable.ts";

test.each([
  // as pg and its pool say it
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "timeout exceeded when trying to connect",
  "terminating connection due to unexpected postmaster exit",
  "the database system is shutting down",
  // as Prisma says it
  "Server has closed the connection.",
])("%s: the database is away, also behind another error", (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  expect(isDatabaseUnavailable(new Error("commit failed", { cause: new Error(message) }))).toBe(
    true,
  );
});

test.each(["ECONNREFUSED", "57P01", "P1001"])("code %s is away", (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error("no"), { code }))).toBe(true);
});

test("a cause that Prisma's driver tells as a plain object counts", () => {
  const cause = { kind: "postgres", code: "57P01", originalCode: "57P01", severity: "FATAL" };
  expect(isDatabaseUnavailable(new Error("postgres", { cause }))).toBe(true);
  expect(
    isDatabaseUnavailable(new Error("closed", { cause: { originalCode: "ECONNRESET" } })),
  ).toBe(true);
  expect(isDatabaseUnavailable(new Error("refused", { cause: { originalCode: "23505" } }))).toBe(
    false,
  );
});

test("what is wrong for good is not", () => {
  expect(isDatabaseUnavailable(Object.assign(new Error("duplicate key"), { code: "23505" }))).toBe(
    false,
  );
  expect(isDatabaseUnavailable(new TypeError("undefined is not a function"))).toBe(false);
  expect(isDatabaseUnavailable("away")).toBe(false);
});
