import { chmod, mkdir, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { type PcmBlock, PcmBlockReader } from "#media/recorder/pcm-block.ts";

export type PcmSocket = {
  /** Settles once no recorder is connected any more, or after `withinMs`. */
  idle: (withinMs: number) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Hears the recorders of one call through a Unix socket. Two may feed at once while one takes over from
 * the other: per track the one that connected last counts.
 * @param path at most 100 bytes long; its folder is made, for this user alone
 */
export async function openPcmSocket(
  path: string,
  onBlock: (block: PcmBlock) => void,
): Promise<PcmSocket> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(path, { force: true }); // of a worker that was killed: a Unix socket outlives its process
  const sockets = new Set<Socket>();
  const newest = new Map<string, number>();
  let count = 0;
  let resolveIdle: () => void = () => undefined;

  const server = createServer((socket) => {
    const mine = ++count;
    const reader = new PcmBlockReader();
    sockets.add(socket);
    socket.on("data", (chunk) => {
      try {
        for (const block of reader.push(chunk)) {
          if ((newest.get(block.id) ?? 0) > mine) continue;
          newest.set(block.id, mine);
          onBlock(block);
        }
      } catch {
        socket.destroy(); // no recorder of ours, or one of another version: its sound is in the files
      }
    });
    socket.on("error", () => undefined); // closes next
    socket.on("close", () => {
      sockets.delete(socket);
      // One that outlived its worker may have come back after its successor: with it gone, that one counts.
      for (const [id, count] of newest) if (count === mine) newest.delete(id);
      if (sockets.size === 0) resolveIdle();
    });
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(path, () => {
      server.off("error", fail);
      server.on("error", () => undefined);
      done();
    });
  });
  await chmod(path, 0o600);
  return {
    idle: (withinMs) =>
      new Promise((done) => {
        if (sockets.size === 0) {
          done();
          return;
        }
        const late = setTimeout(done, withinMs);
        resolveIdle = () => {
          clearTimeout(late);
          done();
        };
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
      await rm(path, { force: true });
    },
  };
}
