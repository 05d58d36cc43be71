import { chmod, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Unix socket's path holds 108 bytes, its end included. */
const MOST_PATH = 100;

/** Where recorders send sound: beside their files where the path is short enough, else in a folder of this user alone. */
export async function pcmPath(dir: string, callId: string): Promise<string> {
  const beside = join(dir, "pcm.sock");
  if (Buffer.byteLength(beside) <= MOST_PATH) return beside;
  const own = join(tmpdir(), `parley-pcm-${process.getuid?.() ?? 0}`);
  await mkdir(own, { recursive: true, mode: 0o700 });
  await chmod(own, 0o700); // refused where somebody else made it
  return join(own, `${callId}.sock`);
}
