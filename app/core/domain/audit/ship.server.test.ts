import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { aMember, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { S3Stub } from "#tests/support/s3-stub.ts";
import { record } from "./record.server.ts";
import { isShipped, listSinks, shipLogs } from "./ship.server.ts";

const real = env();
const store: Record<symbol, unknown> = globalThis;
const withSettings = (more: object) => {
  store[Symbol.for("parley.env")] = Object.freeze({ ...real, ...more });
};
let admin: SignedIn;
const say = async (times: number, event: "search.run" | "call.opened" = "search.run") => {
  for (let n = 0; n < times; n += 1)
    await db.$transaction((tx) =>
      record(tx, admin, event, { kind: "call", id: "x" }, { after: { said: "日本\n<1>1 forged" } }),
    );
};
beforeEach(async () => {
  await db.$executeRaw`DELETE FROM audit_shipment`;
  admin = await aMember(await aWorkspace(), { role: "admin" });
});
afterEach(() => withSettings({}));

/** A server that keeps what it is sent, and splits it by the lengths that stand before the messages. */
async function aSyslog(): Promise<{ server: Server; url: string; messages: () => string[] }> {
  const chunks: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on TCP
  const { port } = server.address() as AddressInfo;
  const messages = (): string[] => {
    const found: string[] = [];
    for (let rest = Buffer.concat(chunks); rest.length > 0; ) {
      const space = rest.indexOf(" ");
      const end = space + 1 + Number(rest.subarray(0, space).toString());
      found.push(rest.subarray(space + 1, end).toString());
      rest = rest.subarray(end);
    }
    return found;
  };
  return { server, url: `tcp://127.0.0.1:${port}`, messages };
}
const line = z.object({
  workspace: z.string(),
  seq: z.number(),
  hash: z.string().length(64),
  entry: z.looseObject({ event: z.string() }),
});
const own = (lines: string[]) =>
  lines
    .map((text) => line.parse(JSON.parse(text)))
    .filter((row) => row.workspace === admin.workspaceId);

describe("syslog", () => {
  test("gets each entry as one message, whatever stands in it, and goes on where it was", async () => {
    const { server, url, messages } = await aSyslog();
    withSettings({ AUDIT_SYSLOG: url });
    await say(3);
    await shipLogs();
    await say(2, "call.opened");
    await shipLogs();
    await shipLogs();
    server.close();
    const heads = messages().filter((text) => text.includes(admin.workspaceId));
    for (const text of heads)
      expect(text).toMatch(
        /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ parley - (?:search\.run|call\.opened) - \{/,
      );
    const rows = own(heads.map((text) => text.slice(text.indexOf("{"))));
    expect(rows.map(({ seq, entry }) => [seq, entry.event])).toEqual([
      [1, "search.run"],
      [2, "search.run"],
      [3, "search.run"],
      [4, "call.opened"],
      [5, "call.opened"],
    ]);
    expect(await listSinks(admin)).toEqual([{ name: "syslog", sent: 5, of: 5, error: null }]);
  });

  test("that is down keeps its place, says so, and gets everything when it is back", async () => {
    withSettings({ AUDIT_SYSLOG: "tcp://127.0.0.1:1" });
    await say(2);
    expect(await shipLogs()).toBe(0);
    const broken = await db.auditShipment.findMany({ where: { error: { not: null } } });
    expect(broken.map(({ error }) => error)).toEqual(["ECONNREFUSED"]);
    expect(await isShipped(admin.workspaceId, new Date(Date.now() + 1_000))).toBe(false);
    const { server, url, messages } = await aSyslog();
    withSettings({ AUDIT_SYSLOG: url });
    await shipLogs();
    server.close();
    expect(messages().filter((text) => text.includes(admin.workspaceId))).toHaveLength(2);
    expect(await isShipped(admin.workspaceId, new Date(Date.now() + 1_000))).toBe(true);
  });
});

test("a bucket gets a file a batch, and the same file when a batch is sent again", async () => {
  const s3 = new S3Stub("logs");
  withSettings({
    AUDIT_S3: "s3://logs/audit",
    S3_ENDPOINT: await s3.start(),
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
  });
  await say(501);
  await shipLogs();
  const names = () => [...s3.objects.keys()].filter((key) => key.includes(admin.workspaceId));
  expect(names()).toEqual([
    `audit/${admin.workspaceId}/000000000001.jsonl`,
    `audit/${admin.workspaceId}/000000000501.jsonl`,
  ]);
  const before = names().map((key) => s3.objects.get(key)?.toString());
  expect(own(before.join("").trim().split("\n")).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 501 }, (_, at) => at + 1),
  );
  await db.$executeRaw`DELETE FROM audit_shipment`;
  await shipLogs();
  await s3.stop();
  expect(names().map((key) => s3.objects.get(key)?.toString())).toEqual(before);
});

test("without a sink nothing is sent and nothing is waited for", async () => {
  await say(1);
  expect([await shipLogs(), await listSinks(admin)]).toEqual([0, []]);
  expect(await isShipped(admin.workspaceId, new Date())).toBe(true);
});
