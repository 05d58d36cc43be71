import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { playbackCommands } from "#app/core/pages/playback-commands.server.ts";
import { consoleCommands } from "#app/core/pages/console-commands.server.ts";
import { logCommands } from "#app/core/pages/log-commands.server.ts";
import { liveCallCommands } from "#app/core/pages/live-call-commands.server.ts";
import { generalCommands } from "#app/core/pages/general-commands.server.ts";
import { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { recordCommands, uploadCommands } from "#app/core/pages/upload-commands.server.ts";
import { Prisma, rows } from "#app/core/platform/db.server.ts";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { startQueue } from "#tests/support/queue.ts";
import { type App, openApp } from "./app.ts";
import { aFullHouse } from "./full-house.ts";
import { unknownRequests } from "./known-requests.ts";
import { type House, NAMES_NOTHING, RECORDED, type Recorded } from "./recorded.ts";
import {
  fill,
  fingerprint,
  forgetTries,
  plain,
  send,
  SLOT,
  slotsOf,
  tenantTables,
} from "./replay.ts";

let app: App;
let stopQueue: () => Promise<void>;
/** Of a workspace of its own in each test: what one did must not stand in the way of the next. */
let admin: SignedIn;
let stranger: SignedIn;
let theirs: House;
let before: Record<string, string>;

beforeAll(async () => {
  stopQueue = await startQueue();
  app = await openApp();
  stranger = await aMember(await aWorkspace(), { role: "admin" });
  theirs = await aFullHouse(stranger);
  before = await fingerprint(stranger.workspaceId);
}, 120_000);
beforeEach(async () => {
  admin = await aMember(await aWorkspace(), { role: "admin", scope: "workspace" });
});
afterAll(async () => {
  app.close();
  await closeFeed();
  await stopQueue();
});
afterEach(() => expect(app.faults).toEqual([]));

test("what is recorded has every entrance of members, and every intent of their forms", () => {
  const sent = (route: string, method: string) =>
    RECORDED.some((row) => row.route === route && (row.method ?? "GET") === method);
  // Frames load what their pages load; these pages' own forms name nothing.
  const frames = app.routes.filter(({ id }) => id.endsWith("/_shell")).map(({ id }) => id);
  for (const { id, loader, action } of app.routes) {
    const isNameless = id in NAMES_NOTHING || frames.includes(id) || id === "routes/work/not-found";
    if (loader?.audience === "member" && !isNameless)
      expect([id, sent(id, "GET")]).toEqual([id, true]);
    const needs = action?.audience === "member" ? action.needs : null;
    if (typeof needs !== "object" || needs === null) continue;
    for (const method of Object.keys(needs))
      expect([id, method, sent(id, method) || id in NAMES_NOTHING]).toEqual([id, method, true]);
  }
  const intentsSent = (route: string): string[] =>
    RECORDED.filter((row) => row.route === route).flatMap(({ form }) => form?.["intent"] ?? []);
  const nothing: Record<string, readonly string[]> = NAMES_NOTHING;
  for (const [route, intents] of Object.entries(INTENTS))
    for (const intent of intents)
      expect([route, intent, [...intentsSent(route), ...(nothing[route] ?? [])]]).toEqual([
        route,
        intent,
        expect.arrayContaining([intent]),
      ]);
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

const INTENTS: Record<string, readonly string[]> = {
  "routes/work/home": Object.keys(uploadCommands.commands),
  "routes/work/recordings": Object.keys(uploadCommands.commands),
  "routes/work/recording": Object.keys(recordCommands.commands),
  "routes/work/playback": Object.keys(playbackCommands.commands),
  "routes/work/console-call": Object.keys(liveCallCommands.commands),
  "routes/setting/member": Object.keys(membersCommands.commands),
  "routes/setting/system-log": Object.keys(logCommands.commands),
  "routes/work/console": Object.keys(consoleCommands.commands),
  "routes/setting/general": Object.keys(generalCommands.commands),
};

const nameOf = ({ method = "GET", path, query, form, json }: Recorded): string =>
  `${method} ${path} ${JSON.stringify(query ?? form ?? json ?? {})}`;

test.each(RECORDED.map((recorded) => [nameOf(recorded), recorded] as const))(
  "%s: each of its ids from the other workspace is an id that never was",
  async (_name, recorded) => {
    const ours = await aFullHouse(admin);
    for (let slot = 0; slot < slotsOf(recorded); slot += 1) {
      const isPlanted = (at: number): boolean => at === slot;
      const ask = (planted: (kind: keyof House) => string) =>
        send(
          app,
          admin.token,
          fill(recorded, (kind, at) => (isPlanted(at) ? planted(kind) : ours[kind])),
        );
      await forgetTries();
      const foreign = await ask((kind) => theirs[kind]);
      await forgetTries();
      const unknown = await ask(() => randomUUID());
      expect(plain(foreign)).toBe(plain(unknown));
      if (recorded.path.includes("{") && slot < [...recorded.path.matchAll(SLOT)].length)
        expect(foreign.status).toBe(404);
      // A filter by somebody unknown shows an empty list; everything else is refused.
      else if (!recorded.query) expect([404, 422]).toContain(foreign.status);
      expect(await fingerprint(stranger.workspaceId)).toEqual(before);
    }
    // The same request with ids of one's own gets further: they were all that was wrong with it.
    await forgetTries();
    const honest = await send(
      app,
      admin.token,
      fill(recorded, (kind) => ours[kind]),
    );
    expect([
      honest.status,
      [400, 401, 403, 404, 405, 422].includes(honest.status),
      honest.text,
    ]).toEqual([honest.status, false, honest.text]);
    expect(await fingerprint(stranger.workspaceId)).toEqual(before);
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
