import { spawn } from "node:child_process";
import { expect } from "playwright/test";
import { readPorts } from "#scripts/ports.ts";
import { password } from "#scripts/postgres-files.ts";
import { dataDir } from "./live-truth.ts";

/** Gives a call its words: by the domain's own functions, in the database of the instance. */
export async function giveWords(callId: string, captions: string): Promise<void> {
  const secret = password(dataDir(), "postgres");
  const port = readPorts(dataDir())["postgres"] ?? 0;
  const child = spawn(
    process.execPath,
    ["--import", "tsx", new URL("give-words.ts", import.meta.url).pathname, callId],
    {
      env: {
        ...process.env,
        NODE_ENV: "production",
        PARLEY_DATA: dataDir(),
        DATABASE_URL: `postgres://postgres:${secret}@127.0.0.1:${port}/parley`,
      },
      stdio: ["pipe", "inherit", "inherit"],
    },
  );
  child.stdin?.end(captions);
  const code = await new Promise((done) => child.once("close", done));
  expect(code).toBe(0);
}
