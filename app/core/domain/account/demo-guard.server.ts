import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";

/**
 * Demo accounts have published passwords: they may exist only behind `DEMO=1` on loopback, or where the
 * operator said so (product §31). @throws Error that stops the start
 */
export async function checkDemoIsLocal(): Promise<void> {
  if (!env().isProduction || (env().DEMO && env().DEMO_ALLOW_PUBLIC)) return;
  const demo = await db.workspace.count({ where: { isDemo: true, deletedAt: null } });
  if (demo > 0)
    throw new Error(
      "Demo accounts exist on a public address. Run npm run demo:remove, or set DEMO=1 and DEMO_ALLOW_PUBLIC=1.",
    );
}
