import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CopyChunk, type CopyStore, drainCopies, type SendChunk } from "./copy-drain.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const chunk = (callId: string, seq: number, t0 = NOW): CopyChunk => ({
  callId,
  part: "p",
  seq,
  t0,
  from: t0 + seq * 2_000,
  to: t0 + seq * 2_000 + 2_000,
  mime: "audio/webm;codecs=opus",
  bytes: new Uint8Array([seq]).buffer,
});

function storeOf(chunks: CopyChunk[]): CopyStore & { left: () => string[] } {
  const name = ({ callId, seq }: CopyChunk) => `${callId}/${seq}`;
  const kept = new Map(chunks.map((one) => [name(one), one]));
  return {
    put: (one) => Promise.resolve(void kept.set(name(one), one)),
    remove: (one) => Promise.resolve(void kept.delete(name(one))),
    oldest: (skip) =>
      Promise.resolve(
        [...kept.values()]
          .sort((a, b) => a.t0 - b.t0 || a.seq - b.seq)
          .find(({ callId }) => !skip.has(callId)),
      ),
    count: () => Promise.resolve(kept.size),
    left: () => [...kept.keys()],
  };
}

/** A server of its own, that answers what the test says. */
let server: Server;
let answers: (path: string) => number = () => 200;
let asked: string[] = [];
const send: SendChunk = async ({ callId, seq, bytes }) => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `http://127.0.0.1:${String(port)}/${callId}/${seq}`;
  const answer = await fetch(url, { method: "PUT", body: bytes }).catch(() => null);
  return answer?.status ?? null;
};
beforeEach(async () => {
  asked = [];
  answers = () => 200;
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const status = answers(request.url ?? "");
    if (status === 0) request.socket.destroy();
    else response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

describe("sending what was kept", () => {
  test("goes oldest first and forgets what the server has", async () => {
    const store = storeOf([chunk("b", 1), chunk("b", 0), chunk("a", 0, NOW - 5_000)]);
    expect(await drainCopies(store, send, () => NOW)).toBe("empty");
    expect(asked).toEqual(["/a/0", "/b/0", "/b/1"]);
    expect(store.left()).toEqual([]);
  });

  test.each([409, 410, 413, 415])(
    "drops what is refused for good (%i), so that the rest gets through",
    async (status) => {
      answers = (path) => (path === "/a/0" ? status : 200);
      const store = storeOf([chunk("a", 0, NOW - 1), chunk("a", 1, NOW - 1), chunk("b", 0)]);
      expect(await drainCopies(store, send, () => NOW)).toBe("empty");
      expect(store.left()).toEqual([]);
    },
  );

  test.each([0, 422, 429, 500, 503])(
    "keeps everything where the server cannot (%i)",
    async (status) => {
      answers = () => status;
      const store = storeOf([chunk("a", 0), chunk("a", 1)]);
      expect(await drainCopies(store, send, () => NOW)).toBe("later");
      expect(store.left()).toEqual(["a/0", "a/1"]);
      expect(asked).toHaveLength(1);
    },
  );

  test.each([401, 403, 404])(
    "keeps another person's call (%i) and sends one's own",
    async (status) => {
      answers = (path) => (path.startsWith("/theirs") ? status : 200);
      const store = storeOf([
        chunk("theirs", 0, NOW - 9),
        chunk("theirs", 1, NOW - 9),
        chunk("own", 0),
      ]);
      expect(await drainCopies(store, send, () => NOW)).toBe("later");
      expect(store.left()).toEqual(["theirs/0", "theirs/1"]);
      expect(asked).toEqual(["/theirs/0", "/own/0"]);
    },
  );

  test("forgets after a week what nobody came back for", async () => {
    const store = storeOf([chunk("old", 0, NOW - 8 * 86_400_000), chunk("new", 0)]);
    expect(await drainCopies(store, send, () => NOW)).toBe("empty");
    expect(asked).toEqual(["/new/0"]);
  });
});
