import { judge, options, quantile } from "./lib/figures.ts";
import { timeInDatabase } from "./lib/database-time.ts";
import { type Instance, openInstance } from "./lib/instance.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { runBench, type Stack } from "./lib/run.ts";
import { seedCalls, settle } from "./lib/seed-calls.ts";

// Pages of figures over a large house, read by an administrator: sums and quantiles as PostgreSQL takes for them, and the
// pages as they are served. `ANALYTICS_CALLS=1000000` is the house of the goals; a tenth of it, with as many people for each
// call, is what a small machine makes in a minute.

const BENCH = "analytics";
const CALLS = Number(process.env["ANALYTICS_CALLS"]) || 100_000;
const MEMBERS = Math.max(10, CALLS / 500);
const ROUNDS = 10;
/** Two years, as the goals have it. */
const DAYS = 730;
/** The seed's calls end on this day. */
const LAST = "2026-06-10";
const MONTH = { from: "2026-05-12", to: LAST };
/** An address asks for two years and two months at most. */
const QUARTER = { from: "2026-03-12", to: LAST };
const ALL = { from: "2024-04-02", to: LAST };

async function prepare(stack: Stack): Promise<{ instance: Instance; reader: SignedIn }> {
  const instance = await openInstance(stack);
  const reader = await signUp(instance);
  const { admin } = instance;
  const { workspaceId } = reader;
  const house = {
    workspaceId,
    count: CALLS,
    members: MEMBERS,
    days: DAYS,
    hasFigures: true,
  } as const;
  await seedCalls(admin, house);
  await settle(admin);
  return { instance, reader };
}

type Case = { name: string; goal: number; ask: () => Promise<unknown> };

await runBench(async (stack) => {
  const { instance, reader } = await prepare(stack);
  const { actor, visitor } = reader;
  const { db, Prisma, rows } = await import("#app/core/platform/db.server.ts");
  const { COUNTS } = await import("#app/core/domain/analytics/counts.server.ts");
  const { scopeSql } = await import("#app/core/domain/analytics/scope.server.ts");
  const { readFigures } = await import("#app/core/domain/analytics/talk-people.server.ts");
  const { parseTalkQuery } = await import("#app/core/domain/analytics/talk-query.ts");
  const { getActivity } = await import("#app/core/domain/analytics/activity.server.ts");
  const query = (days: { from: string; to: string }) =>
    parseTalkQuery(new URLSearchParams(days), "UTC", new Date()).query;
  const [month, all] = [query(MONTH), query(ALL)];
  const cases: Case[] = [
    {
      name: "sums-30-days",
      goal: 10,
      ask: () =>
        rows(Prisma.sql`SELECT ${COUNTS} FROM call c WHERE ${scopeSql(actor, month, MONTH)}`),
    },
    { name: "quantiles-30-days", goal: 60, ask: () => readFigures(actor, month, MONTH) },
    { name: "quantiles-all-time", goal: 600, ask: () => readFigures(actor, all, ALL) },
  ];
  for (const { name, goal, ask } of cases) {
    const ours = await timeInDatabase(instance, ROUNDS, ask);
    judge({
      ...{ bench: BENCH, case: name, unit: "ms", of: "median", ours },
      value: quantile(ours, 0.5),
      goal: { op: "<=", value: goal },
      note: `${CALLS} calls, ${MEMBERS} people`,
    });
  }
  const { now } = await getActivity(actor, month);
  for (const [name, page, asked] of [
    ["activity", "activity", MONTH],
    ["talk-stats", "talk-stats", MONTH],
    ["activity-13-weeks", "activity", QUARTER],
    ["talk-stats-13-weeks", "talk-stats", QUARTER],
    ["activity-working-hours", "activity", { ...MONTH, hours: "working" }],
    ["recordings-counted", "recordings", { ...MONTH, counted: "talk_ratio" }],
  ] as const) {
    const path = page === "recordings" ? `/${page}` : `/analytics/${page}`;
    const url = `${instance.origin}${path}?${new URLSearchParams(asked).toString()}`;
    const ours: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const began = performance.now();
      const answer = await fetch(url, { headers: { cookie: visitor.cookie, accept: "text/html" } });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`);
      if (round > 0) ours.push(performance.now() - began);
    }
    judge({
      ...{ bench: BENCH, case: `page-${name}`, unit: "ms", of: "median", ours },
      value: quantile(ours, 0.5),
      goal: { op: "<=", value: 300 },
      note: `${now.held} calls in 30 days, seed ${options.seed}`,
    });
  }
  await db.$disconnect();
});
