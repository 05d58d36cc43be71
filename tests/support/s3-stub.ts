import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> };
/** Switches: what the next requests meet. */
export type Trouble = { status: number; code: string; times: number; when: RegExp };

/**
 * An object store as far as we use one: PUT, GET with ranges, HEAD, DeleteObjects, ListObjectsV2 by pages, metadata,
 * multipart uploads, their list and ListParts. Path-style addresses, one bucket, signatures are not checked.
 */
export class S3Stub {
  readonly objects = new Map<string, Buffer>();
  readonly #metadata = new Map<string, Record<string, string>>();
  /** Multipart uploads under way, by id. */
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  readonly requests: string[] = [];
  readonly troubles: Trouble[] = [];
  /** Keys on a page of a listing. */
  pageSize = 1_000;
  readonly bucket: string;
  readonly #server = createServer((req, res) => void this.#serve(req, res));

  constructor(bucket = "calls") {
    this.bucket = bucket;
  }

  /** @returns the endpoint's address */
  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is an object
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a request's stream has no encoding set
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      return; // the client went away: nothing was stored
    }
    const url = new URL(req.url ?? "/", "http://stub");
    this.requests.push(`${req.method ?? ""} ${url.pathname}${url.search}`);
    const { status, body = "", headers = {} } = this.#answer(req, url, Buffer.concat(chunks));
    res.writeHead(status, { "Content-Length": Buffer.byteLength(body), ...headers });
    res.end(req.method === "HEAD" ? undefined : body);
  }

  #answer(req: IncomingMessage, url: URL, body: Buffer): Answer {
    const trouble = this.troubles.find(
      ({ times, when }) =>
        times > 0 && when.test(`${req.method ?? ""} ${url.pathname}${url.search}`),
    );
    if (trouble) {
      trouble.times -= 1;
      return fault(trouble.status, trouble.code);
    }
    if (!(req.headers.authorization ?? "").startsWith("AWS4-HMAC-SHA256 "))
      return fault(403, "AccessDenied");
    const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
    if (bucket !== this.bucket) return fault(404, "NoSuchBucket");
    const key = rest.join("/");
    const query = url.searchParams;
    if (key === "" && query.has("uploads")) return this.#underWay(query.get("prefix") ?? "");
    if (key === "") return req.method === "POST" ? this.#remove(body) : this.#list(query);
    const uploadId = query.get("uploadId");
    if (req.method === "POST" && query.has("uploads")) return this.#begin(key);
    if (uploadId !== null) return this.#part(req.method, uploadId, query, body);
    if (req.method === "PUT") {
      this.objects.set(key, body);
      this.#metadata.set(key, metadataOf(req));
      return { status: 200, headers: { ETag: etag(body) } };
    }
    if (req.method === "DELETE") {
      this.objects.delete(key);
      return { status: 204 };
    }
    return this.#read(key, req.headers.range);
  }

  #read(key: string, range: string | undefined): Answer {
    const object = this.objects.get(key);
    if (!object) return fault(404, "NoSuchKey");
    const type = { ETag: etag(object), "Content-Type": "application/octet-stream" };
    const headers = { ...type, ...this.#metadata.get(key) };
    const match = /^bytes=(\d+)-(\d+)$/.exec(range ?? "");
    if (!match) return { status: 200, body: object, headers };
    const [from, to] = [Number(match[1]), Math.min(Number(match[2]), object.length - 1)];
    if (from >= object.length) return fault(416, "InvalidRange");
    return {
      status: 206,
      body: object.subarray(from, to + 1),
      headers: { ...headers, "Content-Range": `bytes ${from}-${to}/${object.length}` },
    };
  }

  #begin(key: string): Answer {
    const id = randomUUID();
    this.uploads.set(id, { key, parts: new Map() });
    return xml(
      `<InitiateMultipartUploadResult><Bucket>${this.bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #part(method: string | undefined, id: string, query: URLSearchParams, body: Buffer): Answer {
    const upload = this.uploads.get(id);
    if (!upload) return fault(404, "NoSuchUpload");
    if (method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      return { status: 200, headers: { ETag: etag(body) } };
    }
    if (method === "GET") return listed(upload.parts);
    this.uploads.delete(id);
    if (method === "DELETE") return { status: 204 };
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((hit) =>
      Number(hit[1]),
    );
    const parts = named.map((n) => upload.parts.get(n));
    const isSmall = parts.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1024 * 1024);
    if (parts.length === 0 || parts.includes(undefined)) return fault(400, "InvalidPart");
    if (isSmall) return fault(400, "EntityTooSmall");
    this.objects.set(upload.key, Buffer.concat(parts.filter((part) => part !== undefined)));
    return xml(
      `<CompleteMultipartUploadResult><Key>${upload.key}</Key><ETag>"made"</ETag></CompleteMultipartUploadResult>`,
    );
  }

  /** ListMultipartUploads. */
  #underWay(prefix: string): Answer {
    const found = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${found
        .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
        .join("")}</ListMultipartUploadsResult>`,
    );
  }

  #remove(body: Buffer): Answer {
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map((hit) => hit[1] ?? "");
    if (keys.length > 1_000) return fault(400, "MalformedXML");
    for (const key of keys) this.objects.delete(key);
    return xml("<DeleteResult/>");
  }

  #list(query: URLSearchParams): Answer {
    const after = query.get("continuation-token") ?? "";
    const keys = [...this.objects.keys()]
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after)
      .sort();
    const page = keys.slice(0, this.pageSize);
    const next = keys.length > page.length ? page.at(-1) : undefined;
    const contents = page
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><Size>${this.objects.get(key)?.length ?? 0}</Size></Contents>`,
      )
      .join("");
    const more = next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`;
    return xml(
      `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${more}${contents}</ListBucketResult>`,
    );
  }
}

/** What a client wants to read again with the object. */
const metadataOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith("x-amz-meta-") ? [[name, String(value)]] : [],
    ),
  );

/** ListParts, all on one page. */
function listed(parts: ReadonlyMap<number, Buffer>): Answer {
  const rows = [...parts]
    .sort(([a], [b]) => a - b)
    .map(
      ([n, body]) =>
        `<Part><PartNumber>${n}</PartNumber><ETag>${etag(body)}</ETag><Size>${body.length}</Size></Part>`,
    );
  return xml(`<ListPartsResult><IsTruncated>false</IsTruncated>${rows.join("")}</ListPartsResult>`);
}

const etag = (body: Buffer): string => `"${createHash("md5").update(body).digest("hex")}"`;
const xml = (body: string, status = 200): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  headers: { "Content-Type": "application/xml" },
});
const fault = (status: number, code: string): Answer =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
