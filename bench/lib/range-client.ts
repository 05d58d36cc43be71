import { connect, type Socket } from "node:net";
import { createHash } from "node:crypto";

export type Wanted = { url: string; cookie?: string; from: number; to: number };
/** `bytes` of the body, `firstByteMs` from request to the body's first byte. */
export type Got = { bytes: number; firstByteMs: number };

/**
 * A keep-alive connection that asks for one range after another and counts bytes: nothing a client could do is left to
 * cost more than what a server does.
 */
export async function openRanges(url: string): Promise<{
  get: (wanted: Wanted, onBody?: (body: Buffer) => void) => Promise<Got>;
  close: () => void;
}> {
  const { hostname, port } = new URL(url);
  const socket = await dial(hostname, Number(port));
  return { get: (wanted, onBody) => ask(socket, wanted, onBody), close: () => socket.destroy() };
}

const dial = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });

function ask(
  socket: Socket,
  { url, cookie, from, to }: Wanted,
  onBody?: (body: Buffer) => void,
): Promise<Got> {
  const { host, pathname, search } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  const asked = performance.now();
  let head = Buffer.alloc(0);
  let expected: number | null = null;
  let bytes = 0;
  let firstByteMs = 0;
  const settle = (finish: () => void): void => {
    socket.off("data", take).off("close", lost);
    finish();
  };
  const lost = (): void => settle(() => reject(new Error("The server closed the connection.")));
  const take = (piece: Buffer): void => {
    let body = piece;
    if (expected === null) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const text = head.toString("latin1", 0, end);
      if (!/^HTTP\/1\.1 206/.test(text)) {
        settle(() => reject(new Error(text.slice(0, 200))));
        return;
      }
      expected = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? Number.NaN);
      body = head.subarray(end + 4);
    }
    if (body.length > 0 && bytes === 0) firstByteMs = performance.now() - asked;
    bytes += body.length;
    onBody?.(body);
    if (bytes === expected) settle(() => resolve({ bytes, firstByteMs }));
  };
  socket.on("data", take).on("close", lost);
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nRange: bytes=${from}-${to}\r\n${cookie === undefined ? "" : `Cookie: ${cookie}\r\n`}\r\n`,
  );
  return promise;
}

/** sha256 of a range's body. */
export async function hashRange(wanted: Wanted): Promise<string> {
  const ranges = await openRanges(wanted.url);
  const hash = createHash("sha256");
  try {
    await ranges.get(wanted, (body) => void hash.update(body));
    return hash.digest("hex");
  } finally {
    ranges.close();
  }
}
