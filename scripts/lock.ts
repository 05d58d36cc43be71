import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type Held = { release: () => void };

/**
 * Takes a lock of this machine that the kernel gives back when the process ends, however it ends:
 * a listening socket, in the abstract namespace where there is one. Null while another process has it.
 * @param name what is locked, such as a folder's real path
 */
export async function tryHold(name: string): Promise<Held | null> {
  const address = addressOf(name);
  const first = await listen(address);
  if (first || address.startsWith("\0") || (await answers(address))) return first && held(first);
  rmSync(address, { force: true }); // left by a process that was killed: nobody answers on it
  const second = await listen(address);
  return second && held(second);
}

/** Waits for the lock; `onWait` is told once that somebody else has it. */
export async function hold(name: string, onWait: () => void, signal: AbortSignal): Promise<Held> {
  for (let isTold = false; ; ) {
    signal.throwIfAborted();
    const lock = await tryHold(name);
    if (lock) return lock;
    if (!isTold) onWait();
    isTold = true;
    await sleep(250);
  }
}

function addressOf(name: string): string {
  const id = `parley-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
  return process.platform === "linux" ? `\0${id}` : join(tmpdir(), `${id}.sock`);
}

function listen(address: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? done(null) : fail(error),
    );
    server.listen(address, () => {
      server.unref();
      done(server);
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(address, () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}

const held = (server: Server): Held => ({ release: () => void server.close() });
