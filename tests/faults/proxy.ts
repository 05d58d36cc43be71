import { createServer, connect, type Socket } from "node:net";

/** Where the next connection breaks: after so many bytes from the client (`up`) or from the server (`down`). */
export type Cut = { way: "up" | "down"; afterBytes: number };
export type FaultProxy = {
  port: number;
  /** Cuts that happened, with the byte they happened at. */
  cuts: () => readonly Cut[];
  stop: () => Promise<void>;
};

/**
 * A line to `target` that breaks. `next` is asked once for each connection; a connection that ends before
 * its byte is reached is not cut, and the same cut is asked of the next one.
 */
export async function startProxy(target: number, next: () => Cut | null): Promise<FaultProxy> {
  const cuts: Cut[] = [];
  const open = new Set<Socket>();
  let pending: Cut | null = null;
  const server = createServer((client) => {
    pending ??= next();
    const cut = pending;
    const upstream = connect(target, "127.0.0.1");
    let isCut = false;
    const both = [client, upstream];
    const end = (): void => both.forEach((socket) => socket.destroy());
    const counted = (from: Socket, to: Socket, way: Cut["way"]): void => {
      let bytes = 0;
      from.on("data", (chunk) => {
        if (isCut) return;
        const left = cut?.way === way ? cut.afterBytes - bytes : Infinity;
        bytes += chunk.length;
        if (chunk.length < left) {
          if (!to.write(chunk)) from.pause();
          return;
        }
        isCut = true;
        cuts.push({ way, afterBytes: bytes - chunk.length + left });
        pending = null;
        // What came before the cut still arrives; then each side sees the line break.
        if (left > 0) to.write(chunk.subarray(0, left));
        setTimeout(() => both.forEach((socket) => socket.resetAndDestroy()), 5);
      });
      to.on("drain", () => from.resume());
      from.once("end", () => to.end());
      from.once("error", end);
      from.once("close", () => {
        open.delete(from);
        if (!isCut) end();
      });
      open.add(from);
    };
    counted(client, upstream, "up");
    counted(upstream, client, "down");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    port: address.port,
    cuts: () => cuts,
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The same numbers for the same seed, 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
