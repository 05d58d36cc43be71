import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PgBoss } from "pg-boss";
import type { TestProject } from "vitest/node";
import { onDatabase, withClient } from "#prisma/connection.server.ts";
import { deploy } from "#prisma/migrate.ts";
import { endLeftoverServer, startPostgres } from "#scripts/postgres.ts";
import { bornAt } from "#scripts/processes.ts";
import { memoryFolder } from "./memory-folder.ts";

/** What a test file needs to clone the template and reach its clone. */
export type Template = {
  name: string;
  /** May create and drop databases. */
  adminUrl: string;
  ownerUrl: string;
  /** The application's role. */
  url: string;
};

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is what can be extended
  interface ProvidedContext {
    template: Template;
  }
}

type Server = Template & { stop: () => Promise<void> };

const PREFIX = "parley-test-";
const QUEUES = new URL("../../app/core/jobs/queues.server.ts", import.meta.url);

/** Who began it, and how many are still at it: each project has these lines for itself, and the run one server. */
type Shared = { server: Promise<Server>; users: number };
declare global {
  var parleyTemplate: Shared | undefined;
}

/** One server for the run, with one database: migrated, queues made, nobody connected. Test files clone it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (globalThis.parleyTemplate ??= { server: open(), users: 0 });
  shared.users += 1;
  const { name, adminUrl, ownerUrl, url, stop } = await shared.server;
  project.provide("template", { name, adminUrl, ownerUrl, url });
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await stop();
  };
}

async function open(): Promise<Server> {
  const given = process.env["DATABASE_URL"];
  const server = given ? await onGivenServer(given) : await onOwnServer();
  try {
    await deploy(onDatabase(server.ownerUrl, server.name));
    await makeQueues(onDatabase(server.url, server.name));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** A throwaway cluster: nothing is flushed, two runs never meet. */
async function onOwnServer(): Promise<Server> {
  await sweep();
  const dataDir = mkdtempSync(join(memoryFolder, `${PREFIX}${process.pid}-`));
  chmodSync(dataDir, 0o711); // under root the server has a user of its own
  const server = await startPostgres({ dataDir, log: () => undefined, isThrowaway: true });
  const { adminUrl, ownerUrl, url } = server;
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { name: "parley", adminUrl, ownerUrl, url, stop };
}

/** A service next door, as in CI: its one role may create databases and is owner and application at once. */
async function onGivenServer(url: string): Promise<Server> {
  const adminUrl = process.env["DATABASE_OWNER_URL"] ?? url;
  const name = `parley_template_${randomBytes(6).toString("hex")}`;
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const stop = async (): Promise<void> => {
    await withClient(adminUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  };
  return { name, adminUrl, ownerUrl: adminUrl, url, stop };
}

/** What a run that was killed left behind: told by the number of its process, which is gone. */
async function sweep(): Promise<void> {
  for (const entry of readdirSync(memoryFolder)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(entry)?.[1]);
    if (!pid || bornAt(pid) !== null) continue;
    const folder = join(memoryFolder, entry);
    await endLeftoverServer(join(folder, "postgres"));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the application does at its start, by the application's role. */
async function makeQueues(url: string): Promise<void> {
  if (!existsSync(QUEUES)) return;
  const before = {
    DATABASE_URL: process.env["DATABASE_URL"],
    SECRET_KEY: process.env["SECRET_KEY"],
  };
  Object.assign(process.env, {
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString("base64url"),
  });
  const { createQueues } = await import("#app/core/jobs/queues.server.ts");
  const boss = new PgBoss({
    connectionString: url,
    schema: "jobs",
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on("error", (error) => console.error(error));
  try {
    await boss.start();
    await createQueues(boss);
    await boss.stop({ graceful: false, close: true });
  } finally {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
  }
}
