import { createHash } from "node:crypto";
import * as z from "zod";
import { judge, options, quantile, seeded } from "./lib/figures.ts";
import { originOf } from "./lib/child-port.ts";
import { type Instance, openInstance, startProgram } from "./lib/instance.ts";
import { type Loaded, load } from "./lib/load.ts";
import { pair } from "./lib/pair.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { runBench, type Stack } from "./lib/run.ts";
import { seedCalls, settle } from "./lib/seed-calls.ts";
import { seedFacets } from "./lib/seed-facets.ts";
import { countStatements } from "./lib/statements.ts";

// Lists (reliability §8.1): 100,000 calls in one of five workspaces, read by an administrator.

const BENCH = "lists";
const CALLS = 100_000;
const DEEP_PAGE = 1_000;
const rowsSchema = z.array(z.object({ id: z.string() }).loose());
const pageSchema = z.object({ rows: z.array(z.object({ callId: z.string() })) });
const jsonSchema = z.object({
  data: z.array(z.object({ callId: z.string() })),
  nextCursor: z.string().nullable(),
});

type Setting = {
  instance: Instance;
  reader: SignedIn;
  floor: string;
  versions: Record<string, string>;
};

async function prepare(stack: Stack): Promise<Setting> {
  const instance = await openInstance(stack);
  const { admin } = instance;
  const reader = await signUp(instance);
  await seedCalls(admin, { workspaceId: reader.workspaceId, count: CALLS, members: 40 });
  await seedFacets(admin, reader.workspaceId);
  for (let other = 1; other < 5; other++) {
    const { workspaceId } = await signUp(instance);
    await seedCalls(admin, { workspaceId, count: CALLS / 20, members: 10 });
  }
  await settle(admin);
  const child = startProgram(
    "floor",
    ["bench/lib/list-floor.ts"],
    instance.env,
    instance.dataDir,
    stack,
  );
  const floor = `${await originOf(child)}/${reader.workspaceId}`;
  return { instance, reader, floor, versions: { pg: instance.pgVersion } };
}

async function againstFloor({ instance, reader, floor, versions }: Setting): Promise<void> {
  const { cookie } = reader.visitor;
  const page = `${instance.origin}/recordings`;
  const data = `${page}?_data=${encodeURIComponent("routes/work/recordings")}`;
  const loads: Loaded[] = [];
  const common = {
    bench: BENCH,
    unit: "req/s",
    floor: async () => (await load({ url: floor })).perSecond,
    versions,
  };
  await pair({
    ...common,
    case: "ssr",
    goal: { op: ">=", value: 0.2 },
    ours: async (round) => {
      const seen = await load({ url: page, cookie });
      if (round > 0) loads.push(seen);
      return seen.perSecond;
    },
    same: () => showsSameCalls(floor, page, data, cookie),
  });
  judge({
    bench: BENCH,
    case: "ssr-latency",
    unit: "ms",
    of: "p97.5",
    ours: loads.map(({ p975Ms }) => p975Ms),
    value: quantile(
      loads.map(({ p975Ms }) => p975Ms),
      0.5,
    ),
    goal: { op: "<=", value: 25 },
    note: `p50 ${loads.map(({ p50Ms }) => p50Ms).join(", ")}`,
  });
  await pair({
    ...common,
    case: "data",
    goal: { op: ">=", value: 0.4 },
    ours: async () => (await load({ url: data, cookie })).perSecond,
    same: () => showsSameCalls(floor, page, data, cookie),
  });
}

/** The floor's JSON, our data and our page name the same 25 calls in the same order. */
async function showsSameCalls(
  floor: string,
  page: string,
  data: string,
  cookie: string,
): Promise<boolean> {
  const ask = (url: string): Promise<Response> =>
    fetch(url, { headers: { cookie, accept: "text/html" } });
  const theirs = rowsSchema.parse(await (await ask(floor)).json()).map(({ id }) => id);
  const ours = pageSchema.parse(await (await ask(data)).json()).rows.map(({ callId }) => callId);
  const html = await (await ask(page)).text();
  const linked = [...html.matchAll(/href="\/playback\/([0-9a-f-]{36})"/g)].map(([, id = ""]) => id);
  const wanted = hash(theirs);
  return theirs.length === 25 && hash(ours) === wanted && hash([...new Set(linked)]) === wanted;
}

const hash = (ids: readonly string[]): string =>
  createHash("sha256").update(ids.join()).digest("hex");

const PAGES_COUNTED = 20;

async function statements({ instance, reader, versions }: Setting): Promise<void> {
  const sent = await countStatements(instance, async () => {
    for (let n = 0; n < PAGES_COUNTED; n++)
      await (
        await fetch(`${instance.origin}/recordings`, {
          headers: { cookie: reader.visitor.cookie, accept: "text/html" },
        })
      ).text();
  });
  judge(
    {
      bench: BENCH,
      case: "statements",
      unit: "per page",
      ours: [sent.length / PAGES_COUNTED],
      value: Math.round(sent.length / PAGES_COUNTED),
      goal: { op: "<=", value: 3 },
      note: [...new Set(sent.map((sql) => sql.replace(/\s+/g, " ").slice(0, 60)))].join(" | "),
    },
    versions,
  );
}

/** Walks to page 1,000 by cursor, then compares it with page 1: in the database, and as a visitor meets it. */
async function deepPages({ instance, reader, versions }: Setting): Promise<void> {
  const { cursor, seen } = await walk(instance.origin, reader.visitor.cookie);
  const { listRecordings } = await import("#app/core/pages/recordings.server.ts");
  const { parseRecordingsQuery } = await import("#app/core/pages/recordings-query.ts");
  const random = seeded(options.seed);
  const query = (after: string | null) =>
    parseRecordingsQuery(new URLSearchParams(after === null ? {} : { after })).query;
  const inDatabase = (after: string | null) => () =>
    median(
      () => listRecordings(reader.actor, query(after)).then(({ rows }) => rows.length),
      random,
    );
  const overHttp = (after: string | null) => () =>
    median(
      () =>
        fetch(`${instance.origin}/recordings${after === null ? "" : `?after=${after}`}`, {
          headers: { cookie: reader.visitor.cookie, accept: "text/html" },
        }).then(async (response) => (await response.text()).length),
      random,
    );
  for (const [name, time] of [
    ["page-1000-database", inDatabase],
    ["page-1000-http", overHttp],
  ] as const)
    await pair({
      bench: BENCH,
      case: name,
      unit: "ms",
      goal: { op: "<=", value: 1.5 },
      floor: time(null),
      ours: time(cursor),
      same: () => Promise.resolve(seen === DEEP_PAGE * 25),
      versions,
    });
}

/** @returns the cursor that opens page 1,000, and how many different calls pages 1 to 1,000 showed */
async function walk(origin: string, cookie: string): Promise<{ cursor: string; seen: number }> {
  const calls = new Set<string>();
  let cursor: string | null = null;
  let opens = "";
  for (let page = 1; page <= DEEP_PAGE; page++) {
    if (page === DEEP_PAGE) opens = cursor ?? "";
    const url: string = `${origin}/recordings.json${cursor === null ? "" : `?after=${cursor}`}`;
    const response = await fetch(url, { headers: { cookie } });
    if (!response.ok) throw new Error(`page ${page}: ${response.status} ${await response.text()}`);
    const answer = jsonSchema.parse(await response.json());
    for (const { callId } of answer.data) calls.add(callId);
    cursor = answer.nextCursor;
  }
  return { cursor: opens, seen: calls.size };
}

/** What people narrow the list by: nothing, a common and a rare label, both, without one, an owner, a figure. */
const FACETED = (labels: readonly string[], ownerId: string): string[] => {
  const [common = "", rare = ""] = labels;
  return [
    "",
    `label=${common}`,
    `label=${rare}`,
    `label.all=${common}&label.all=${rare}`,
    `label.not=${common}`,
    `owner=${ownerId}&label=${common}`,
    "talkRatio.gt=65&reviewed=no",
    "comment=yes",
  ];
};
const FACETED_EACH = 20;

/** The counts beside the filters, as the database gives them: to an administrator, and to whoever sees a part. */
async function facets({ instance, reader, versions }: Setting): Promise<void> {
  const { countFacets } = await import("#app/core/pages/recordings-facets.server.ts");
  const { parseRecordingsQuery } = await import("#app/core/pages/recordings-query.ts");
  const { rows: labels } = await instance.admin.query<{ id: string }>(
    "SELECT id FROM label WHERE workspace_id = $1 AND name IN ('Label 1', 'Label 30') ORDER BY name",
    [reader.workspaceId],
  );
  const { rows: owners } = await instance.admin.query<{ id: string; team: string }>(
    "SELECT id, primary_team_id AS team FROM member WHERE workspace_id = $1 AND name = 'Member 7'",
    [reader.workspaceId],
  );
  const [owner = { id: "", team: "" }] = owners;
  const rep = { ...reader.actor, role: "rep" as const, memberId: owner.id, teamIds: [owner.team] };
  const texts = FACETED(
    labels.map(({ id }) => id),
    owner.id,
  );
  for (const [who, actor] of [
    ["admin", reader.actor],
    ["rep", rep],
  ] as const) {
    const times: number[] = [];
    const slowest = new Map<string, number>();
    for (let round = 0; round < FACETED_EACH; round++)
      for (const text of texts) {
        const { query } = parseRecordingsQuery(new URLSearchParams(text));
        if (Object.keys(query.filters).length === 0 && text.includes("label"))
          throw new Error(`Not narrowed: ${text}`);
        const from = performance.now();
        if ((await countFacets(actor, query, null)).length === 0)
          throw new Error("No facet was measured.");
        const ms = performance.now() - from;
        if (round > 0) times.push(ms);
        slowest.set(text, Math.max(round > 0 ? (slowest.get(text) ?? 0) : 0, ms));
      }
    judge(
      {
        bench: BENCH,
        case: `facets-${who}`,
        unit: "ms",
        of: "p95",
        ours: [...slowest.values()],
        value: quantile(times, 0.95),
        goal: { op: "<=", value: 60 },
        note: `p50 ${quantile(times, 0.5).toFixed(1)}; the slowest of ${[...slowest.keys()].map((text) => text.replaceAll(/=[0-9a-f-]{36}/g, "") || "all").join(", ")}`,
      },
      versions,
    );
  }
}

const TIMES = 60;

/** Median of single requests, each after a short random pause so that no rhythm of the machine is met. */
async function median(work: () => Promise<number>, random: () => number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    await new Promise((done) => setTimeout(done, random() * 4));
    const from = performance.now();
    if ((await work()) === 0) throw new Error("An empty page was measured.");
    times.push(performance.now() - from);
  }
  return quantile(times, 0.5);
}

await runBench(async (stack) => {
  const setting = await prepare(stack);
  await againstFloor(setting);
  await statements(setting);
  await facets(setting);
  await deepPages(setting);
});
