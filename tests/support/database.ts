import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { afterAll, inject } from "vitest";
import { onDatabase, withClient } from "#prisma/connection.server.ts";

// Before the test file is imported: the singletons open what the environment names at that moment.
const template = inject("template");
const name = `test_${randomBytes(8).toString("hex")}`;
const dataDir = mkdtempSync(join(tmpdir(), "parley-file-"));
mkdirSync(join(dataDir, "blobs"));
await withClient(template.adminUrl, (client) =>
  client.query(`CREATE DATABASE ${name} TEMPLATE ${template.name}`),
);
Object.assign(process.env, {
  DATABASE_URL: onDatabase(template.url, name),
  DATABASE_OWNER_URL: onDatabase(template.ownerUrl, name),
  SECRET_KEY: randomBytes(32).toString("base64url"),
  PARLEY_DATA: dataDir,
  LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
});

const complaints: string[] = [];
const say = console.error;
console.error = (...parts: unknown[]): void => {
  complaints.push(format(...parts));
  say(...parts);
};

/** Takes back what a test made somebody say on purpose, and answers it. */
export const expectComplaints = (): string[] => complaints.splice(0);

afterAll(async () => {
  await withClient(template.adminUrl, (client) =>
    client.query(`DROP DATABASE ${name} WITH (FORCE)`),
  );
  rmSync(dataDir, { recursive: true, force: true });
  console.error = say;
  if (complaints.length > 0) throw new Error(`Unexpected console.error:\n${complaints.join("\n")}`);
});
