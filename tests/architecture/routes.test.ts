import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, ROOT } from "./tree.ts";
import { listModules, listRoutes } from "./route-table.ts";

/** The 43 addresses of the specification, in its order and with its parameter names. */
const SPECIFIED = [
  "/signin",
  "/signin/{partner}",
  "/signin/{partner}/auth",
  "/signout",
  "/signup",
  "/signup/{urlPath}",
  "/activate/{code}",
  "/password-reset",
  "/",
  "/meetings",
  "/recordings",
  "/recordings/{id}",
  "/playback/{callId}",
  "/embed/playback/{callId}",
  "/clips",
  "/clips/{clipId}",
  "/library",
  "/library/{libraryId}",
  "/deals",
  "/deals/{dealId}",
  "/console",
  "/console/{callId}",
  "/console-popper",
  "/recorder",
  "/shared/{urlPath}",
  "/analytics/activity",
  "/analytics/talk-stats",
  "/analytics/team-care",
  "/setting/general",
  "/setting/member",
  "/setting/label",
  "/setting/dictionary",
  "/setting/webhook",
  "/setting/external-api",
  "/setting/audit-log/system-log",
  "/setting/audit-log/user-log",
  "/setting/admin-system-integration",
  "/setting/user-system-integration",
  "/setting/summarization-template",
  "/setting/summarization-template/{id}",
  // Remix has no partial segments: the parameter is the whole of "{crm}-mapping".
  "/setting/summarization-template/{id}/{crmMapping}",
  "/auth/{provider-slug}",
  "/monitoring",
];

/** Specified, not built yet. This list only ever gets shorter: a change that builds an address removes its line. */
const REMAINING = [
  "/meetings",
  "/deals",
  "/deals/{dealId}",
  "/setting/webhook",
  "/setting/external-api",
  "/setting/user-system-integration",
  "/monitoring",
];

/** Addresses we added; they have no screen of the specification. */
const isOurs = (path: string): boolean =>
  /\.(?:json|csv)$|^\/(?:calls|media|stream|api|hooks|problems|audit-log)\/|^\/(?:preferences(?:\/player)?|view-as|mail|notices(?:\/\{noticeId\})?|recordings\/begin|recordings\/import|recordings\/\{recordingId\}\/pieces\/\{part\}\/\{seq\}|oembed|metrics|library\/\{libraryId\}\/items\/\{itemId\}|setting\/general\/embed-test\/\{keyId\}|\*)$/.test(
    path,
  );

test("the specification has 43 addresses, each once", () => {
  expect(new Set(SPECIFIED).size).toBe(43);
  expect(REMAINING.filter((path) => !SPECIFIED.includes(path))).toEqual([]);
});

test("the table answers exactly the specified addresses that are not remaining", () => {
  const built = listRoutes()
    .map(({ path }) => path)
    .filter((path) => !isOurs(path));
  expect(built.sort()).toEqual(SPECIFIED.filter((path) => !REMAINING.includes(path)).sort());
});

test("no address and no id stands twice", () => {
  const rows = listRoutes();
  expect(new Set(rows.map(({ path }) => path)).size).toBe(rows.length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test("a parameter is a whole segment", () => {
  for (const { path } of listRoutes())
    for (const segment of path.split("/").filter((part) => part.includes("{")))
      expect(segment).toMatch(/^\{[A-Za-z-]+\}$/);
});

test("every module of the table is there, and every route module is in the table", () => {
  const modules = listModules();
  expect(modules.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const withLoader = listFiles("app/routes").filter(
    (file) => /\.tsx?$/.test(file) && !/-page\.tsx$|\.test\.tsx?$/.test(file),
  );
  expect(withLoader.filter((file) => !modules.includes(file))).toEqual([]);
});
