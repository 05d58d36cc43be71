import { spawn } from "node:child_process";
import { expect } from "playwright/test";
import { ownDatabase } from "./live-truth.ts";

/** Gives a call its words: by the domain's own functions, in the database of the instance. */
export async function giveWords(callId: string, captions: string): Promise<void> {
  const script = new URL("give-words.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script, callId], {
    env: { ...process.env, ...ownDatabase() },
    stdio: ["pipe", "inherit", "inherit"],
  });
  child.stdin?.end(captions);
  const code = await new Promise((done) => child.once("close", done));
  expect(code).toBe(0);
}
