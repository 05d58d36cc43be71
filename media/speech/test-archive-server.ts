/** A server of archives for tests: ranges, cuts in the middle of a file, redirects, and whatever else goes wrong on the way. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { tinyFiles } from "./test-model.ts";

type Entry = {
  name: string;
  type?: "file" | "symlink" | "link" | "directory" | "character-device" | "fifo";
  linkname?: string;
  content?: Buffer | string;
};

/** A `.tar.gz` of these entries, in their order. */
export async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  return gzipSync(await tarOf(entries));
}

export async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  const chunks: Uint8Array[] = [];
  tar.on("data", (chunk) => {
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  });
  const over = new Promise<void>((done, fail) => {
    tar.on("end", () => done());
    tar.on("error", (error) => fail(error));
  });
  for (const { name, type = "file", linkname, content = "" } of entries) {
    if (type === "file") tar.entry({ name, type }, content);
    else tar.entry({ name, type, ...(linkname !== undefined && { linkname }) });
  }
  tar.finalize();
  await over;
  return Buffer.concat(chunks);
}

/** The archive of a tiny model as a release packs one: in a folder, with samples and a licence beside it. */
export const tinyEntries = (folder = "tiny"): Entry[] => [
  { name: `${folder}/`, type: "directory" },
  ...Object.entries(tinyFiles()).map(([name, content]) => ({ name: `${folder}/${name}`, content })),
  { name: `${folder}/LICENSE`, content: "free" },
  { name: `${folder}/test_wavs/`, type: "directory" as const },
  { name: `${folder}/test_wavs/0.wav`, content: Buffer.alloc(2_000) },
];

export type Asked = { path: string; range: string | undefined; ifRange: string | undefined };
type Route = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * After how many bytes of an answer the line breaks, answer by answer; `arrival` resolves once the client has saved so
 * many bytes of the file.
 */
type Cuts = { after: readonly number[]; arrival: (bytes: number) => Promise<void> };

type FileOptions = {
  etag?: string;
  cuts?: Cuts;
  onAsked?: (count: number) => void;
};

export async function openArchiveServer() {
  const asked: Asked[] = [];
  const routes = new Map<string, Route>();
  const server = createServer((request, response) => {
    const { range, "if-range": ifRange } = request.headers;
    asked.push({ path: request.url ?? "", range, ifRange: ifRange?.toString() });
    const route = routes.get(request.url ?? "");
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("no port");
  const origin = `http://127.0.0.1:${at.port}`;
  return {
    origin,
    asked,
    on(path: string, route: Route): string {
      routes.set(path, route);
      return `${origin}${path}`;
    },
    /** A file with ranges, as a release server has it. `onAsked`: called at each request with its number, from 1. */
    file(
      path: string,
      content: Buffer,
      { etag = '"one"', cuts, onAsked }: FileOptions = {},
    ): string {
      const left = [...(cuts?.after ?? [])];
      let count = 0;
      return this.on(path, (request, response) => {
        count += 1;
        onAsked?.(count);
        const wanted = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
        const isSame =
          request.headers["if-range"] === undefined || request.headers["if-range"] === etag;
        const from = wanted?.[1] !== undefined && isSame ? Number(wanted[1]) : 0;
        const body = content.subarray(from);
        response.writeHead(from > 0 ? 206 : 200, {
          "Content-Length": body.length,
          "Accept-Ranges": "bytes",
          "Content-Type": "application/octet-stream",
          ETag: etag,
          ...(from > 0 && {
            "Content-Range": `bytes ${from}-${content.length - 1}/${content.length}`,
          }),
        });
        const cut = left.shift();
        if (cut === undefined) response.end(body);
        else {
          response.write(body.subarray(0, cut));
          void cuts?.arrival(from + cut).finally(() => response.destroy());
        }
      });
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
