import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import type { Role } from "../access/actor.ts";

/** The password of every demo account, printed at the start; they exist on loopback only (product §31). */
export const DEMO_PASSWORD = "parley-demo-calls";

export type DemoSignIn = { name: string; email: string; role: Role; password: string };

/** The cards of the sign-in page: one account of each role, where there is a demo. */
export async function listDemoSignIns(): Promise<DemoSignIn[]> {
  if (!env().DEMO) return [];
  const found = await db.member.findMany({
    where: {
      state: "active",
      workspace: { isDemo: true, deletedAt: null },
      email: { in: ["rep@demo.test", "manager@demo.test", "admin@demo.test"] },
    },
    select: { name: true, email: true, role: true },
  });
  return found
    .map((member) => ({ ...member, password: DEMO_PASSWORD }))
    .sort((a, b) => ORDER[a.role] - ORDER[b.role]);
}

const ORDER = { rep: 0, manager: 1, admin: 2 } as const;
