// First: the application reads its settings once.
import { hubspotServer } from "#tests/support/crm-servers.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { ConnectionRef } from "#app/core/domain/connection/connection-row.server.ts";
import { testConnection } from "#app/core/domain/connection/health.server.ts";
import { callVendor, orAfter } from "#app/core/domain/connection/vendor-access.server.ts";
import { readFields } from "#app/core/domain/mapping/schema-cache.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { aConnection } from "#tests/support/connections.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { PROVIDERS } from "./registry.server.ts";

await queueForFile();

const CHILD = fileURLToPath(
  new URL("../../../tests/support/call-vendor-child.ts", import.meta.url),
);
async function aConnected() {
  const actor = await aMember(await aWorkspace(), { role: "admin" });
  const grant = PROVIDERS.hubspot.oauth.readGrant(hubspotServer.issue());
  const id = await aConnection(actor, { grant });
  return { actor, ref: { id, workspaceId: actor.workspaceId } };
}
async function inProcess({ workspaceId, id }: ConnectionRef, ...more: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, workspaceId, id, ...more], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await once(child, "exit");
  return { code: child.exitCode, signal: child.signalCode };
}
const ask = (ref: ConnectionRef) =>
  callVendor(PROVIDERS.hubspot, ref, PROVIDERS.hubspot.readAccount);

test("twenty callers in four processes make one refresh, and all are answered", async () => {
  const { ref } = await aConnected();
  hubspotServer.expire();
  const { refreshed } = hubspotServer.counts;
  const ended = await Promise.all(Array.from({ length: 4 }, () => inProcess(ref, "5")));
  expect(ended).toEqual(Array.from({ length: 4 }, () => ({ code: 0, signal: null })));
  expect(hubspotServer.counts.refreshed).toBe(refreshed + 1);
});

test("a process that dies with the renewed token in hand leaves it to the next one", async () => {
  const { ref } = await aConnected();
  hubspotServer.expire();
  const { refreshed } = hubspotServer.counts;
  expect(await inProcess(ref, "1", "kill")).toMatchObject({ signal: "SIGKILL" });
  expect((await ask(ref)).id).toBe("4711");
  hubspotServer.expire();
  expect((await ask(ref)).id).toBe("4711"); // its refresh token was kept as well
  expect(hubspotServer.counts.refreshed).toBe(refreshed + 2);
});

test("a provider that answers nothing is given up, in words, and pages do not wait for it", async () => {
  const { actor, ref } = await aConnected();
  await readFields(PROVIDERS.hubspot, ref, "deal");
  hubspotServer.stall();
  const began = performance.now();
  const read = await readFields(PROVIDERS.hubspot, ref, "deal", {
    ...{ isRefresh: true, isForPage: true },
  });
  expect(read).toMatchObject({ fault: "unavailable" });
  expect(read.fields?.length).toBeGreaterThan(0);
  expect(performance.now() - began).toBeLessThan(10_000);
  // Twice the limit of one request is far away.
  const tested = testConnection(actor, PROVIDERS.hubspot).then(() => "over");
  expect(await orAfter(tested, () => "hangs", 60_000)).toBe("over");
  hubspotServer.stall(false);
  expect(await db.connection.findFirst({ where: ref })).toMatchObject({ fault: "unavailable" });
});
