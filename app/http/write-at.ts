import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * Writes a stream into a file that exists, from an offset on.
 * @returns bytes of the file up to where the stream ended
 * @throws what the file system says, ENOSPC among it, which the library's own file store does not pass on
 */
export async function writeAt(path: string, body: Readable, offset: number): Promise<number> {
  const file = createWriteStream(path, { flags: "r+", start: offset });
  await pipeline(body, file);
  return offset + file.bytesWritten;
}
