import type * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { DomainError } from "../errors.ts";
import { codeOf } from "../link-code.ts";
import { CODE_DATA, type CodeData, type CodeKind } from "./codes.schema.ts";

/** product §6 */
export const CODE_SECONDS = {
  setup: 7 * 86_400,
  activation: 72 * 3_600,
  password_reset: 3_600,
} as const;

type NewCode<K extends CodeKind> = {
  kind: K;
  workspaceId: string | null;
  email: string;
  data: CodeData<K>;
};

/**
 * Makes a code that works once. Older ones for the same person, occasion and workspace stop working.
 * @returns 32 random bytes in base64url; only their hash is stored
 */
export async function issueCode<K extends CodeKind>(
  tx: Tx,
  { kind, workspaceId, email, data }: NewCode<K>,
): Promise<string> {
  const secret = newSecret();
  await voidCodes(tx, { kind, workspaceId, email });
  await tx.oneTimeCode.create({
    data: {
      id: newId(),
      workspaceId,
      kind,
      email,
      codeHash: hashOf(secret),
      data,
      expiresAt: new Date(now().getTime() + CODE_SECONDS[kind] * 1_000),
    },
    select: { id: true },
  });
  return secret;
}

/** Ends the open codes of a person and occasion. */
export async function voidCodes(
  tx: Tx,
  where: { kind: CodeKind; workspaceId: string | null; email: string },
): Promise<void> {
  await tx.oneTimeCode.updateMany({ where: { ...where, usedAt: null }, data: { usedAt: now() } });
}

export type Code<K extends CodeKind> = {
  id: string;
  workspaceId: string | null;
  email: string;
  data: CodeData<K>;
  state: "open" | "used" | "expired";
};

const row = {
  id: true,
  workspaceId: true,
  email: true,
  data: true,
  usedAt: true,
  expiresAt: true,
} as const;

/** Set-up and activation are one page. */
const LINK_OF = {
  setup: "activation",
  activation: "activation",
  password_reset: "password_reset",
} as const satisfies Record<CodeKind, string>;

/** The code somebody came with, whatever became of it; null when there never was one. Looking does not use it. */
export async function findCode<K extends CodeKind>(
  kind: K,
  secret: string,
): Promise<Code<K> | null> {
  const code = codeOf(LINK_OF[kind], secret);
  if (code === null) return null;
  const found = await db.oneTimeCode.findFirst({
    where: { codeHash: hashOf(code), kind },
    select: row,
  });
  return found && asCode(kind, found);
}

/** The same by its id, for the worker. */
export async function findCodeById<K extends CodeKind>(
  kind: K,
  id: string,
): Promise<Code<K> | null> {
  const found = await db.oneTimeCode.findFirst({ where: { id, kind }, select: row });
  return found && asCode(kind, found);
}

type Row = Prisma.OneTimeCodeGetPayload<{ select: typeof row }>;
function asCode<K extends CodeKind>(kind: K, found: Row): Code<K> {
  const { id, workspaceId, email, usedAt, expiresAt } = found;
  const schema: z.ZodType = CODE_DATA[kind];
  return {
    id,
    workspaceId,
    email,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of this very kind
    data: schema.parse(found.data) as CodeData<K>,
    state: usedAt !== null ? "used" : expiresAt <= now() ? "expired" : "open",
  };
}

/** Uses a code up, once among all who try at the same time. @throws DomainError `link_ended` */
export async function spendCode(tx: Tx, codeId: string): Promise<void> {
  const { count } = await tx.oneTimeCode.updateMany({
    where: { id: codeId, usedAt: null, expiresAt: { gt: now() } },
    data: { usedAt: now() },
  });
  if (count === 0) throw new DomainError("link_ended");
}
