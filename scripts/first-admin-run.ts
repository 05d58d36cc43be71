import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT } from "./folders.ts";

const run = promisify(execFile);
const PATIENCE_MS = 30_000;

/** @returns the one-time link of the first admin, or null when there is one already or it could not be made */
export async function askFirstAdminLink(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string | null> {
  const args = ["--import", "tsx", "scripts/first-admin.ts"];
  const answer = await run(process.execPath, args, {
    cwd: ROOT,
    env,
    signal,
    timeout: PATIENCE_MS,
  }).catch(() => null);
  return answer?.stdout.split("\n").find((line) => line.startsWith("http")) ?? null;
}
