import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { afterAll, inject } from "vitest";
import { onDatabase, withClient } from "#prisma/connection.server.ts";
import { memoryFolder } from "./memory-folder.ts";

const template = inject("template");
/**
 * Of this process: test files that share one share what they import, whose singletons open what the environment named
 * when the first of them came. Each finds the database and the folder as new.
 */
const name = `test_${process.pid}`;
const dataDir = (process.env["PARLEY_DATA"] ??= mkdtempSync(join(memoryFolder, "parley-file-")));
const drop = `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
await withClient(template.adminUrl, async (client) => {
  await client.query(drop);
  // Nobody writes to the template, so its files are copied as they are.
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template.name} STRATEGY FILE_COPY`);
});
mkdirSync(join(dataDir, "blobs"), { recursive: true });
Object.assign(process.env, {
  DATABASE_URL: onDatabase(template.url, name),
  DATABASE_OWNER_URL: onDatabase(template.ownerUrl, name),
  LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
});
process.env["SECRET_KEY"] ??= randomBytes(32).toString("base64url");

const complaints: string[] = [];
const say = console.error;
console.error = (...parts: unknown[]): void => {
  complaints.push(format(...parts));
  say(...parts);
};

/** Takes back what a test made somebody say on purpose, and answers it. */
export const expectComplaints = (): string[] => complaints.splice(0);

afterAll(async () => {
  await withClient(template.adminUrl, (client) => client.query(drop));
  rmSync(dataDir, { recursive: true, force: true });
  console.error = say;
  if (complaints.length > 0) throw new Error(`Unexpected console.error:\n${complaints.join("\n")}`);
});
