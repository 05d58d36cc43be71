import type * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";

/** product §6: half a sign-in lasts this long, and is used once. */
export const PRE_SESSION_SECONDS = 600;

/**
 * Keeps what one step of a sign-in found for the next.
 * @param secret what finds it again, where somebody else made it
 * @returns the secret; only its hash is stored
 */
export async function keepPreSession(
  tx: Tx,
  purpose: string,
  data: Prisma.InputJsonObject,
  secret = newSecret(),
): Promise<string> {
  await tx.preSession.create({
    data: {
      id: newId(),
      tokenHash: hashOf(secret),
      purpose,
      data,
      expiresAt: new Date(now().getTime() + PRE_SESSION_SECONDS * 1_000),
    },
    select: { id: true },
  });
  return secret;
}

/** What was kept, or null: unknown, over, or of another purpose. */
export async function findPreSession<S extends z.ZodType>(
  purpose: string,
  secret: string,
  schema: S,
): Promise<{ id: string; data: z.output<S> } | null> {
  const found = await db.preSession.findFirst({
    where: { tokenHash: hashOf(secret), purpose, expiresAt: { gt: now() } },
    select: { id: true, data: true },
  });
  if (!found) return null;
  const parsed = schema.safeParse(found.data);
  return parsed.success ? { id: found.id, data: parsed.data } : null;
}

/** Uses it up. @returns whether it was still there */
export async function spendPreSession(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.preSession.deleteMany({ where: { id } });
  return count === 1;
}
