import { json } from "@remix-run/node";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { commandsFor } from "#app/core/pages/commands.ts";
import { db } from "#app/core/platform/db.server.ts";
import { memberCommands } from "#app/http/route.server.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { openApp } from "./app.ts";
import type { Asked } from "./requests.ts";
import { findHoles, keep } from "./holes.ts";
import { misdeclared, refusalsIn, untried } from "./tries.ts";
import { aWorld } from "./world.ts";

const ROUTE = "routes/work/planted";
const params = z.object({ callId: z.uuid() });
const { command, table } = commandsFor<Member, Permission, { callId: string }>();

/** A page whose author forgot: a right that is too weak, a row that nobody asks about, a workspace that is not compared. */
const forgetful = table({
  rename: command({
    schema: z.object({ title: z.string() }),
    needs: "call.read",
    run: async (_actor, { title }, { callId }) => {
      await db.call.updateMany({ where: { id: callId }, data: { title } });
    },
  }),
  hide: command({
    schema: z.object({}),
    needs: "call.update",
    run: async ({ workspaceId }, _input, { callId }) => {
      await db.call.updateMany({
        where: { workspaceId, id: callId },
        data: { visibility: "private" },
      });
    },
  }),
});
const module = {
  default: () => null,
  action: memberCommands(forgetful, {
    params,
    situation: ({ params: { callId } }) => ({ callId }),
    otherwise: () => json({ ok: true }),
  }),
};

const deed = (intent: string, form: Record<string, string> = {}): Asked => ({
  name: intent,
  intent,
  right: "call.update",
  recorded: { route: ROUTE, path: "/planted/{callId}", method: "POST", form: { intent, ...form } },
});
const RENAME = deed("rename", { title: "Mine now" });
const HIDE = deed("hide");

await queueForFile();
const app = await openApp({ entry: { path: "planted/:callId", file: `${ROUTE}.tsx` }, module });
afterAll(() => app.close());

test("a command that no case asks for is reported", () => {
  expect(untried(app, [RENAME]).filter((found) => found.startsWith(ROUTE))).toEqual([
    `${ROUTE} hide`,
  ]);
});

test("a command that declares a weaker right than its case is reported", () => {
  expect(misdeclared(app, [RENAME, HIDE])).toEqual([
    "rename: declares call.read and needs call.update",
  ]);
});

test("a run that asks no row is reported for each who may not, with what it changed", async () => {
  const world = keep(aWorld);
  const { holes } = await findHoles(app, world, (made) => refusalsIn(made, [RENAME, HIDE]));
  for (const who of ["a rep of another team", "a rep of another workspace"])
    expect(holes.filter((hole) => hole.startsWith(`${who}: rename`))).not.toEqual([]);
  // Its workspace is compared, the row's right is not.
  expect(holes.some((hole) => hole.startsWith("a rep of another team: hide"))).toBe(true);
  expect(holes.some((hole) => hole.endsWith("changed something"))).toBe(true);
});
