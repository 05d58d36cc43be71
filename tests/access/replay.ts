import { db, Prisma, rows } from "#app/core/platform/db.server.ts";
import { inject } from "vitest";
import { onDatabase, withClient } from "#prisma/connection.server.ts";
import type { App } from "./app.ts";
import { KINDS } from "./full-house.ts";
import type { House } from "./noun.ts";
import type { Recorded } from "./requests.ts";

const ORIGIN = "http://127.0.0.1:3000";
export const SLOT = /\{([A-Za-z]+)\}/g;

/** Fills each slot in turn; `at` counts them over the whole request, in the order they stand in it. */
export function fill(
  recorded: Recorded,
  choose: (kind: keyof House, at: number) => string,
): Recorded {
  let at = 0;
  const put = (text: string): string =>
    text.replace(SLOT, (_slot, kind: string) => choose(kindOf(kind), at++));
  const all = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [key, put(value)]));
  return {
    ...recorded,
    path: put(recorded.path),
    ...(recorded.query && { query: all(recorded.query) }),
    ...(recorded.form && { form: all(recorded.form) }),
  };
}
function kindOf(name: string): keyof House {
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined) throw new Error(`a house has no ${name}`);
  return kind;
}
export const slotsOf = (recorded: Recorded): number => {
  let slots = 0;
  fill(recorded, (kind) => `${kind}${(slots += 1)}`);
  return slots;
};

export type Answer = { status: number; text: string; location: string | null; headers: Headers };

/** Asks as a member's browser would, or as nobody. */
export async function send(
  app: App,
  token: string | null,
  { route, method = "GET", path, query, form, json, bytes, headers: more }: Recorded,
): Promise<Answer> {
  const url = new URL(path, ORIGIN);
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
  if (app.routes.find(({ id }) => id === route)?.isPage) url.searchParams.set("_data", route);
  const headers = new Headers({
    accept: "*/*",
    ...(token !== null && { cookie: `__Host-sid=${token}` }),
    ...more,
  });
  if (json) headers.set("content-type", "application/json");
  const body = bytes ?? (json ? JSON.stringify(json) : form && new URLSearchParams(form));
  const answer = await app.ask(
    new Request(url, { method, headers, ...(body !== undefined && { body }) }),
  );
  const isStream = (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
  const text = isStream ? "" : await answer.text();
  if (isStream) await answer.body?.cancel();
  const location = answer.headers.get("x-remix-redirect") ?? answer.headers.get("location");
  return { status: answer.status, text, location, headers: answer.headers };
}

/** What was typed comes back in forms and links, so ids, moments and cursors are no difference. */
export const plain = ({ status, text, location }: Answer): string =>
  JSON.stringify([status, text, location])
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time");

let tables: string[] | null = null;
/** The tables whose rows belong to a workspace. */
export async function tenantTables(): Promise<string[]> {
  tables ??= (
    await rows<{ name: string }>(Prisma.sql`
      SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`)
  ).map(({ name }) => name);
  return tables;
}

/** When a sign-in was last used is noted each minute, whatever was done with it. */
const rowText = (table: string): string =>
  table === "session" ? "(to_jsonb(r) - 'seen_at')::text" : "r::text";

/** What has no `workspace_id` and is a workspace's all the same: its own row, and the jobs that are queued for it. */
const BESIDES = [
  "SELECT 'workspace', md5(r::text) FROM workspace r WHERE r.id = of",
  "SELECT 'jobs', count(*)::text FROM jobs.job j WHERE j.data->>'workspaceId' = of::text",
];

/**
 * Every row of every table that belongs to a workspace: how many, and a checksum of all they say. By a function of the
 * database, which keeps its plan: planning as many tables as there are takes longer than reading them.
 */
export async function fingerprint(workspaceId: string): Promise<Record<string, string>> {
  const read = () =>
    rows<{ name: string; sum: string }>(
      Prisma.sql`SELECT name, sum FROM fingerprint(${workspaceId}::uuid)`,
    );
  const found = await read().catch(async (error: unknown) => {
    if (!String(error).includes("fingerprint(uuid) does not exist")) throw error;
    await (making ??= makeFingerprint().finally(() => (making = null)));
    return read();
  });
  return Object.fromEntries(found.map(({ name, sum }) => [name, sum]));
}

/** Two that ask at the same time make it once; each test file has a database of its own. */
let making: Promise<void> | null = null;
async function makeFingerprint(): Promise<void> {
  const tables = await tenantTables();
  const sums = tables.map(
    (
      name,
    ) => `SELECT '${name}', count(*) || ' ' || coalesce(md5(string_agg(md5(${rowText(name)}), '' ORDER BY md5(${rowText(name)}))), '')
      FROM "${name}" r WHERE r.workspace_id = of`,
  );
  const { pathname } = new URL(process.env["DATABASE_URL"] ?? "");
  await withClient(onDatabase(inject("template").adminUrl, pathname.slice(1)), (client) =>
    client.query(`CREATE OR REPLACE FUNCTION fingerprint(of uuid) RETURNS TABLE (name text, sum text)
      LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
      BEGIN RETURN QUERY ${[...sums, ...BESIDES].join(" UNION ALL ")}; END $$`),
  );
}

/** A limit on tries is not what is tested, and the same for everybody. */
export const clearAttempts = () => db.$executeRaw`DELETE FROM rate_limit`;
