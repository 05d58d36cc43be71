import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unknownRequests } from "#tests/access/known-requests.ts";
import type { Noted } from "./note-requests.ts";

const READY_MS = 180_000;
/** A call that is under way is finished first. */
const STOP_MS = 60_000;

/** The product as `npm start` runs it, in a folder of its own. */
export type Product = {
  dataDir: string;
  pid: number;
  /** What it has printed. */
  said: () => string;
  /** Ends it and removes its folder. @throws Error naming requests that the fuzz of two workspaces does not know */
  stop: () => Promise<void>;
};

/** @param env on top of the usual one @returns once it is ready */
export async function startProduct(env: Record<string, string>): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-e2e-"));
  const noted = join(dataDir, "requests.jsonl");
  const child = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    env: {
      ...process.env,
      NOTE_REQUESTS: noted,
      NODE_OPTIONS: `--import=${new URL("./note-requests.ts", import.meta.url).href}`,
      PARLEY_DATA: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const said = await ready(child);
  return {
    dataDir,
    pid: child.pid ?? 0,
    said,
    async stop() {
      await ended(child);
      const unknown = unknownRequests(readNoted(noted));
      rmSync(dataDir, { recursive: true, force: true });
      if (unknown.length > 0)
        throw new Error(
          `Journeys asked for what the fuzz of two workspaces does not know. Add to tests/access/cases:\n${unknown.join("\n")}`,
        );
    },
  };
}

/** One installation for all journeys: its own folder, database and port, the demo's people, and one imported call. */
export default async function startInstance(): Promise<() => Promise<void>> {
  const { dataDir, pid, stop } = await startProduct({
    PORT: process.env["E2E_PORT"] ?? "",
    DEMO: "1",
    DEMO_CALLS: "japanese",
    LIVE_CONSOLE: String(["calls", "journeys", "all"].includes(process.env["JOURNEYS"] ?? "all")),
    LIMIT_SIGN_IN_TRIES_PER_IP: "1000",
    LIMIT_SIGN_IN_TRIES: "1000",
    LIMIT_SIGN_UPS: "1000",
    SIGN_UP: "open",
    PRIVATE_HOSTS: `127.0.0.1:${process.env["E2E_LLM_PORT"]}`,
    SALESFORCE_URL: `http://127.0.0.1:${process.env["E2E_SALESFORCE_PORT"]}`,
    HUBSPOT_APP_URL: `http://127.0.0.1:${process.env["E2E_HUBSPOT_PORT"]}`,
    HUBSPOT_API_URL: `http://127.0.0.1:${process.env["E2E_HUBSPOT_PORT"]}`,
    SIGN_IN_ACME_ISSUER: `http://127.0.0.1:${process.env["E2E_PARTNER_PORT"]}`,
    SIGN_IN_ACME_CLIENT_ID: "parley",
    SIGN_IN_ACME_CLIENT_SECRET: "a secret of ours",
  });
  process.env["E2E_DATA"] = dataDir; // journeys that look behind the pages inherit it
  process.env["E2E_PID"] = String(pid); // journeys that end one of its processes
  return stop;
}

function readNoted(file: string): Noted[] {
  if (!existsSync(file)) throw new Error("the requests of the journeys were not noted");
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Noted);
}

/** @returns what it has said, also later */
function ready(child: ChildProcess): Promise<() => string> {
  let said = "";
  let isReady = false;
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`the product did not start:\n${said}`)),
      READY_MS,
    );
    child.on("exit", (code) =>
      reject(new Error(`the product ended with ${String(code)}:\n${said}`)),
    );
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-20_000);
        if (!isReady) process.stdout.write(chunk); // a slow start is progress
        if (!said.includes("Parley is ready at")) return;
        isReady = true;
        clearTimeout(late);
        resolve(() => said);
      });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const hard = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    child.removeAllListeners("exit");
    child.on("exit", () => {
      clearTimeout(hard);
      resolve();
    });
    child.kill("SIGTERM");
  });
}
