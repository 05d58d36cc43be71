import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { appForFile } from "./app-for-file.ts";
import { aFullHouse } from "./full-house.ts";
import { unknownRequests } from "./known-requests.ts";
import type { House } from "./noun.ts";
import { READS, RECORDED } from "./recorded.ts";
import {
  fill,
  fingerprint,
  clearAttempts,
  plain,
  send,
  SLOT,
  slotsOf,
  tenantTables,
} from "./replay.ts";
import type { Recorded } from "./requests.ts";

const app = await appForFile();
let admin: SignedIn;
/** Leads everybody there: for what an admin may not do at all. */
let manager: SignedIn;
let ours: House;
let stranger: SignedIn;
let theirs: House;
/** Of both; reading leaves entries in ours. */
let before: { ours: Record<string, string>; theirs: Record<string, string> };

beforeAll(async () => {
  stranger = await aMember(await aWorkspace(), { role: "admin" });
  theirs = await aFullHouse(stranger);
  const workspace = await aWorkspace();
  admin = await aMember(workspace, { role: "admin", scope: "workspace" });
  manager = await aMember(workspace, { role: "manager", scope: "workspace" });
  ours = await aFullHouse(admin);
  before = await state();
});

const state = async () => ({
  ours: await fingerprint(admin.workspaceId),
  theirs: await fingerprint(stranger.workspaceId),
});

test("what members' browsers ask for is held against this list", () => {
  const id = randomUUID();
  const asked = { method: "GET", path: `/playback/${id}`, ids: [], intent: null };
  expect(unknownRequests([asked, { ...asked, path: "/setting/general" }])).toEqual([]);
  const form = { method: "POST", path: "/setting/member", intent: "change" };
  expect(unknownRequests([{ ...form, ids: ["memberId", "teamId", "scopeTeamIds"] }])).toEqual([]);
  expect(
    unknownRequests([
      { ...asked, path: `/planted/${id}` },
      { ...form, ids: ["memberId", "planted"] },
      { ...form, ids: ["memberId"], intent: "planted" },
    ]),
  ).toEqual([
    "GET /planted/{}",
    "POST /setting/member intent=change planted",
    "POST /setting/member intent=planted memberId",
  ]);
});

const nameOf = ({ method = "GET", path, query, form, json }: Recorded): string =>
  `${method} ${path} ${JSON.stringify(query ?? form ?? json ?? {})}`;

const named = (list: readonly Recorded[]) =>
  list.filter((row) => slotsOf(row) > 0).map((row) => [nameOf(row), row] as const);
/** Templates have numbers; all else has UUIDs. */
const neverWas = (kind: keyof House): string =>
  kind.endsWith("emplateId") ? "999999999" : randomUUID();
const askerOf = ({ form }: Recorded): SignedIn =>
  form?.["intent"] === "log_check_in" ? manager : admin;
const isRead = ({ method = "GET" }: Recorded): boolean => method === "GET";

/** Rows are compared when all of a page has been asked: looking at every table takes longer than asking. */
const pageOf = (recorded: Recorded): string => `${recorded.route} ${isRead(recorded)}`;
const isLastOfPage = (() => {
  const asked = named(RECORDED).map(([, recorded]) => recorded);
  const last = new Set(
    asked.filter((one, at) => {
      const next = asked[at + 1];
      return next === undefined || pageOf(next) !== pageOf(one);
    }),
  );
  return (recorded: Recorded): boolean => last.has(recorded);
})();

test.each(named(RECORDED))(
  "%s: each of its ids from the other workspace, and all of them, is an id that never was",
  async (_name, recorded) => {
    const slots = slotsOf(recorded);
    const inPath = [...recorded.path.matchAll(SLOT)].length;
    const each = Array.from({ length: slots }, (_, slot) => (at: number) => at === slot);
    for (const [slot, isPlanted] of [...each, () => true].entries()) {
      const ask = async (planted: (kind: keyof House) => string) => {
        await clearAttempts();
        return send(
          app,
          askerOf(recorded).token,
          fill(recorded, (kind, at) => (isPlanted(at) ? planted(kind) : ours[kind])),
        );
      };
      const foreign = await ask((kind) => theirs[kind]);
      const unknown = await ask(neverWas);
      expect(plain(foreign)).toBe(plain(unknown));
      if (slot < inPath || (slot === slots && inPath > 0)) expect(foreign.status).toBe(404);
      // A filter by somebody unknown shows an empty list; everything else is refused.
      else if (!recorded.query) expect([404, 422]).toContain(foreign.status);
    }
    if (!isLastOfPage(recorded)) return;
    const after = await state();
    expect(after.theirs).toEqual(before.theirs);
    if (!isRead(recorded)) expect(after.ours).toEqual(before.ours);
    before = after;
  },
);

// That deeds are done with ids of one's own, `commands-allowed` shows.
test.each(named(READS.map(({ recorded }) => recorded)))(
  "%s: with ids of one's own it is answered: they were all that was wrong",
  async (_name, recorded) => {
    const { status, text } = await send(
      app,
      admin.token,
      fill(recorded, (kind) => ours[kind]),
    );
    expect([status, status < 400, text]).toEqual([status, true, text]);
  },
);

test("nothing of the other workspace came to stand in a row of ours", async () => {
  const ids = new Set([...Object.values(theirs), stranger.workspaceId, stranger.memberId]);
  // What somebody asked for is logged as they asked it.
  for (const name of await tenantTables()) {
    if (name === "audit_entry") continue;
    const found = await rows<{ line: string }>(
      Prisma.sql`SELECT r::text AS line FROM ${Prisma.raw(`"${name}"`)} r WHERE r.workspace_id <> ${stranger.workspaceId}::uuid`,
    );
    for (const { line } of found)
      for (const id of ids) expect([name, line.includes(id)]).toEqual([name, false]);
  }
});
