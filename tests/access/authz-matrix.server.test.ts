import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { type App, openApp } from "./app.ts";
import { appForFile } from "./app-for-file.ts";
import { findHoles, keep, OF_LOOKING } from "./holes.ts";
import { READS, RECORDED } from "./recorded.ts";
import { fill, send, SLOT } from "./replay.ts";
import type { Asked, Recorded } from "./requests.ts";
import { looksIn, misdeclared } from "./tries.ts";
import { aWorld, type World } from "./world.ts";

const app = await appForFile();
let world: World;
const kept = keep(aWorld);

beforeAll(async () => {
  world = await kept.get();
});

/** Somebody who may do whatever the request is about, with everything of it right. */
const admin = (): SignedIn => world.actors["an admin"] ?? expect.fail("no admin");
const rightly = (recorded: Recorded): Recorded =>
  fill(recorded, (kind) => world.grounds["team"]?.house[kind] ?? expect.fail("no house"));

const undeclared = ({ routes }: App): string[] =>
  routes.flatMap(({ id, undeclared: ways }) => ways.map((way) => `${id} ${way}`));

test("every entrance of the table declares what it needs and for whom", () => {
  expect(undeclared(app)).toEqual([]);
  expect(app.routes.length).toBeGreaterThan(15);
  for (const { loader, action } of app.routes)
    for (const entrance of [loader, action])
      if (entrance) expect(["member", "guest", "anybody"]).toContain(entrance.audience);
});

test.each([
  ["a loader that anybody may call", { loader: () => new Response("all calls") }],
  ["an action of its own", { action: () => new Response("done"), default: () => null }],
  ["a builder of somebody else", { loader: Object.assign(() => null, { needs: "call.read" }) }],
])("a planted route with %s fails the test above", async (_name, module) => {
  const entry = { path: "planted", file: "routes/resource/planted.ts" };
  const found = await openApp({ entry, module });
  expect(undeclared(found)).toEqual([
    `routes/resource/planted ${"loader" in module ? "loader" : "action"}`,
  ]);
  found.close();
});

test("every address of members that shows something is written down with its right", () => {
  const shown = new Set(READS.map(({ recorded }) => recorded.route));
  // Frames load what their pages load.
  for (const { id, loader } of app.routes)
    if (loader?.audience === "member" && !id.endsWith("/_shell"))
      expect([id, shown.has(id)]).toEqual([id, true]);
  expect(misdeclared(app, READS)).toEqual([]);
});

describe("nobody", () => {
  const isPage = ({ recorded }: Asked) =>
    app.routes.find(({ id }) => id === recorded.route)?.isPage === true;

  test("is told to sign in: pages lead there and back, everything else says 401", async () => {
    for (const asked of READS) {
      const recorded = rightly(asked.recorded);
      const { status, location } = await send(app, null, recorded);
      if (!isPage(asked)) {
        expect([asked.name, status]).toEqual([asked.name, 401]);
        continue;
      }
      expect([asked.name, status, location]).toEqual([
        asked.name,
        204,
        expect.stringMatching(/^\/signin(?:\?next=%2F[^/\\]|$)/),
      ]);
      const page = await app.ask(
        new Request(`http://127.0.0.1:3000${recorded.path}`, { headers: { accept: "text/html" } }),
      );
      expect([asked.name, page.status]).toEqual([asked.name, 302]);
      const way = page.headers.get("location") ?? "";
      expect(way).toMatch(/^\/signin(?:\?next=%2F[^/\\]|$)/);
      expect(way).not.toContain("_data");
    }
  });

  test("with a made-up session is nobody", async () => {
    for (const token of ["", "x", "%", admin().token.slice(0, -1)])
      for (const asked of READS.filter((one) => !isPage(one)))
        expect([asked.name, (await send(app, token, rightly(asked.recorded))).status]).toEqual([
          asked.name,
          401,
        ]);
  });
});

describe("members", () => {
  test("see what the policy says, of calls of every visibility, and change nothing by looking", async () => {
    const { asked, holes } = await findHoles(app, kept, (made) => looksIn(made, READS), OF_LOOKING);
    expect(holes).toEqual([]);
    expect(asked).toBeGreaterThan(600);
    const entries = await db.auditEntry.findMany({
      where: { workspaceId: admin().workspaceId },
      distinct: ["event"],
      select: { event: true },
    });
    const made = ["private.started", "view.started"];
    const looked = [
      "call.opened",
      "care.looked_at",
      "clip.opened",
      "comment.exported",
      "summary.exported",
      "list.exported",
      "log.exported",
      "media.downloaded",
    ];
    expect(entries.map(({ event }) => event).sort()).toEqual(
      [...made, ...looked, "transcript.exported"].sort(),
    );
  });

  test("lose it all with their session", async () => {
    const member = await aMember(await aWorkspace());
    const list = { route: "routes/resource/recordings-json", path: "/recordings.json" };
    expect((await send(app, member.token, list)).status).toBe(200);
    await db.member.updateMany({ where: { id: member.memberId }, data: { state: "deactivated" } });
    expect((await send(app, member.token, list)).status).toBe(401);
  });
});

const MALFORMED = [
  "x",
  "1",
  "null",
  "undefined",
  "' OR 1=1 --",
  "../../etc/passwd",
  "%00",
  "\u0000",
  "{}",
  "00000000-0000-0000-0000-00000000000g",
  "0".repeat(5_000),
];
test("an id that is none is 404, for reading and for writing", async () => {
  for (const recorded of RECORDED.filter(({ path }) => new RegExp(SLOT).test(path)))
    for (const value of MALFORMED) {
      // Templates have numbers, and the first is Parley's own.
      if (value === "1" && recorded.path.includes("{templateId}")) continue;
      const path = recorded.path.replace(SLOT, encodeURIComponent(value));
      const { status } = await send(app, admin().token, { ...rightly(recorded), path });
      const what = [recorded.path, recorded.form, value.slice(0, 40)];
      expect([...what, status]).toEqual([...what, 404]);
    }
});
