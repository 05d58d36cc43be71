import { judge, quantile } from "./lib/figures.ts";
import { timeInDatabase } from "./lib/database-time.ts";
import { openInstance } from "./lib/instance.ts";
import { type SignedIn, signUp } from "./lib/people.ts";
import { runBench, type Stack } from "./lib/run.ts";
import { seedCalls, settle } from "./lib/seed-calls.ts";
import { CLASSES, seedWords } from "./lib/seed-words.ts";

// Search (reliability §8.1, §8.2): 5 million segments, 2 million of them in one of five workspaces, words of four
// frequencies in English and Japanese, asked by an administrator and by a rep of one team.

const BENCH = "search";
const CALLS = 100_000;
const OTHERS = [37_500, 37_500, 37_500, 37_500];
const TIMES = 40;
/** The first runs open the connection and read what they need into memory. */
const WARM = 4;
const GOAL_MS = 50;

/** A rep in one of the four teams: sees what is open, and what their team's is. */
async function aRep(admin: SignedIn): Promise<SignedIn["actor"]> {
  const { db } = await import("#app/core/platform/db.server.ts");
  const team = await db.team.findFirstOrThrow({
    where: { workspaceId: admin.workspaceId, name: "Team 1" },
    select: { id: true },
  });
  return { ...admin.actor, role: "rep", teamIds: [team.id], scopeTeamIds: [] };
}

await runBench(async (stack: Stack) => {
  const instance = await openInstance(stack);
  const { admin } = instance;
  const reader = await signUp(instance);
  const workspaces = [{ workspaceId: reader.workspaceId, calls: CALLS }];
  for (const calls of OTHERS)
    workspaces.push({ workspaceId: (await signUp(instance)).workspaceId, calls });
  for (const { workspaceId, calls } of workspaces)
    await seedCalls(admin, { workspaceId, count: calls, members: 40 });
  const segments = await seedWords(admin, workspaces);
  const { db } = await import("#app/core/platform/db.server.ts");
  const { countLexemes } = await import("#app/core/domain/search/index.server.ts");
  await db.$transaction((tx) => countLexemes(tx, reader.workspaceId), { timeout: 600_000 });
  await settle(admin);

  const { searchCalls } = await import("#app/core/domain/search/search.server.ts");
  const readers = { admin: reader.actor, rep: await aRep(reader) };
  for (const [role, actor] of Object.entries(readers))
    for (const { name, ...said } of CLASSES)
      for (const language of ["en", "ja"] as const) {
        const words = said[language];
        const whole: number[] = [];
        let found = 0;
        const times = await timeInDatabase(instance, TIMES + WARM, async (n) => {
          const from = performance.now();
          const { hits } = await searchCalls(actor, words[n % words.length] ?? "");
          whole.push(performance.now() - from);
          found = hits.size;
          if (found === 0) throw new Error(`${name} ${language}: an empty search was measured.`);
        });
        times.splice(0, WARM);
        judge(
          {
            bench: BENCH,
            case: `${name}-${language}-${role}`,
            unit: "ms",
            of: "p95",
            ours: times,
            value: quantile(times, 0.95),
            goal: { op: "<=", value: GOAL_MS },
            note: `${segments} segments; ${found} calls; p50 ${quantile(times, 0.5).toFixed(1)}; with the application p95 ${quantile(whole, 0.95).toFixed(1)}`,
          },
          { pg: instance.pgVersion },
        );
      }
});
