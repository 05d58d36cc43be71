import { Readable } from "node:stream";
import { s3Store } from "#app/core/platform/blob/s3.server.ts";
import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { sendSyslog } from "#app/core/platform/syslog.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import type { SinkState } from "./log-views.ts";

/** Sent by one message, file or connection. */
const AT_ONCE = 500;
/** Batches of one workspace in one turn: a long log comes over in several, and others are not kept waiting. */
const MOST_BATCHES = 20;
/** RFC 5424: facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;

/** An entry as it leaves the house: what the chain sealed, with its number and hash. */
type Line = { seq: number; hash: string; event: string; at: Date; entry: string };
type Sink = { name: "syslog" | "s3"; send: (workspaceId: string, lines: Line[]) => Promise<void> };

/** The places the operator named. */
function sinks(): Sink[] {
  const { AUDIT_SYSLOG, AUDIT_S3 } = env();
  return [
    ...(AUDIT_SYSLOG === undefined ? [] : [toSyslog(AUDIT_SYSLOG)]),
    ...(AUDIT_S3 === undefined ? [] : [toBucket(AUDIT_S3)]),
  ];
}

const textOf = (workspaceId: string, { seq, hash, entry }: Line): string =>
  `{"workspace":"${workspaceId}","seq":${seq},"hash":"${hash}","entry":${entry}}`;

const toSyslog = (address: string): Sink => ({
  name: "syslog",
  send: (workspaceId, lines) => {
    const host = new URL(env().appUrl).hostname;
    return sendSyslog(
      address,
      lines.map(
        (line) =>
          `<${PRIORITY}>1 ${line.at.toISOString()} ${host} parley - ${line.event} - ${textOf(workspaceId, line)}`,
      ),
    );
  },
});

/** A file a batch; sent again after a fault it has the same name and the same bytes. */
const toBucket = (address: string): Sink => {
  const { hostname, pathname } = new URL(address);
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY = "", S3_SECRET_KEY = "" } = env();
  const open = () =>
    s3Store({
      bucket: hostname,
      prefix: pathname.replace(/^\//, "").replace(/([^/])$/, "$1/"),
      region: S3_REGION,
      accessKey: S3_ACCESS_KEY,
      secretKey: S3_SECRET_KEY,
      ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }),
    });
  let store: ReturnType<typeof open> | null = null;
  return {
    name: "s3",
    send: async (workspaceId, lines) => {
      const first = String(lines[0]?.seq ?? 0).padStart(12, "0");
      const text = lines.map((line) => `${textOf(workspaceId, line)}\n`).join("");
      store ??= open();
      await store.put(`${workspaceId}/${first}.jsonl`, Readable.from([Buffer.from(text)]));
    },
  };
};

/**
 * Copies what was sealed since the last time to every sink, workspace by workspace, in the order of the chain; each
 * entry at least once. A sink that fails keeps its place and is tried again; the others go on.
 * @returns how many entries went to a sink
 */
export async function shipLogs(): Promise<number> {
  let sent = 0;
  for (const sink of sinks()) {
    const behind = await rows<{ workspace_id: string; seq: number }>(Prisma.sql`
      SELECT h.workspace_id, greatest(coalesce(s.seq, 0), h.anchor_seq)::float8 AS seq FROM audit_head h
      LEFT JOIN audit_shipment s ON s.workspace_id = h.workspace_id AND s.sink = ${sink.name}
      WHERE h.seq > coalesce(s.seq, 0) ORDER BY s.sent_at NULLS FIRST LIMIT 200`);
    for (const { workspace_id: workspaceId, seq } of behind) {
      const { count, isDown } = await shipOne(sink, workspaceId, seq);
      sent += count;
      if (isDown) break;
    }
  }
  return sent;
}

async function shipOne(
  sink: Sink,
  workspaceId: string,
  from: number,
): Promise<{ count: number; isDown: boolean }> {
  let seq = from;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const lines = await linesAfter(workspaceId, seq);
    const last = lines.at(-1);
    if (!last) break;
    try {
      await sink.send(workspaceId, lines);
    } catch (error) {
      await mark(workspaceId, sink.name, seq, codeOf(error));
      return { count: seq - from, isDown: true };
    }
    seq = last.seq;
    await mark(workspaceId, sink.name, seq, null);
  }
  return { count: seq - from, isDown: false };
}

/** A word of the error, never its text, which may quote an address. */
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code.slice(0, 40)
    : error instanceof Error
      ? error.name.slice(0, 40)
      : "unknown";

const linesAfter = (workspaceId: string, seq: number): Promise<Line[]> =>
  rows<Line>(Prisma.sql`
    SELECT s.seq::float8 AS seq, encode(s.hash, 'hex') AS hash, e.event, e.created_at AS at, convert_from(audit_line(e), 'UTF8') AS entry
    FROM audit_seal s JOIN audit_entry e ON e.workspace_id = s.workspace_id AND e.id = s.entry_id
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.seq > ${seq} ORDER BY s.seq LIMIT ${AT_ONCE}`);

/** Never backwards: two workers may have sent the same. */
const mark = (
  workspaceId: string,
  sink: string,
  seq: number,
  error: string | null,
): Promise<number> =>
  db.$executeRaw`
    INSERT INTO audit_shipment AS a (workspace_id, sink, seq, error, sent_at)
    VALUES (${workspaceId}::uuid, ${sink}, ${seq}, ${error}, now())
    ON CONFLICT (workspace_id, sink) DO UPDATE SET seq = greatest(a.seq, EXCLUDED.seq), error = EXCLUDED.error, sent_at = now()`;

/** How far each sink has come with the actor's log. @throws DomainError `forbidden` */
export async function listSinks(actor: Member): Promise<SinkState[]> {
  demand(actor, "systemlog.list");
  const { workspaceId } = actor;
  const [head, known] = await Promise.all([
    db.auditHead.findUnique({ where: { workspaceId }, select: { seq: true } }),
    db.auditShipment.findMany({ where: { workspaceId } }),
  ]);
  return sinks().map(({ name }) => {
    const row = known.find(({ sink }) => sink === name);
    return {
      name,
      sent: Number(row?.seq ?? 0),
      of: Number(head?.seq ?? 0),
      error: row?.error ?? null,
    };
  });
}

/** Whether every sink has what would be cut: nothing goes that was to be kept elsewhere. */
export async function isShipped(workspaceId: string, until: Date): Promise<boolean> {
  for (const { name } of sinks()) {
    const [found] = await rows<{ is_behind: boolean }>(Prisma.sql`
      SELECT EXISTS (SELECT 1 FROM audit_seal s JOIN audit_entry e ON e.workspace_id = s.workspace_id AND e.id = s.entry_id
        WHERE s.workspace_id = ${workspaceId}::uuid AND e.created_at < ${until} AND s.seq > coalesce((SELECT a.seq FROM audit_shipment a
          WHERE a.workspace_id = s.workspace_id AND a.sink = ${name}), 0)) AS is_behind`);
    if (found?.is_behind !== false) return false;
  }
  return true;
}
