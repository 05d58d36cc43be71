import * as z from "zod";
import { hashOf, seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import { type Member } from "../access/actor.ts";
import { findPreSession, keepPreSession, spendPreSession } from "../account/pre-session.server.ts";
import { DomainError } from "../errors.ts";
import { getConnection, tokensOf } from "./connection-row.server.ts";
import { type Provider } from "./connection-types.ts";
import { giveBack } from "./give-back.server.ts";
import { storeGrant, type Made } from "./store-grant.server.ts";

/** Another account than before waits for a word, under the sign-in that brought it. */
const REPLACEMENT = "connection_replacement";
const replacement = z.object({ sealed: z.string(), to: z.string() });
const madeSchema = z.object({
  grant: z.object({
    accessToken: z.string(),
    refreshToken: z.string(),
    expiresAt: z.coerce.date().nullable(),
    scopes: z.array(z.string()).nullable(),
    apiUrl: z.string(),
  }),
  account: z.object({
    id: z.string(),
    label: z.string(),
    user: z.string().nullable(),
    isSandbox: z.boolean(),
  }),
  quota: z.object({ used: z.number(), max: z.number() }).nullable(),
  checkMs: z.number(),
});
const keyOf = ({ sessionId }: Member, { slug }: Provider): string => `${sessionId} ${slug}`;

export async function keepReplacement(
  actor: Member,
  provider: Provider,
  made: Made,
): Promise<void> {
  const key = keyOf(actor, provider);
  const sealed = seal(`connection replacement ${key}`, JSON.stringify(made)).toString("base64");
  await db.$transaction(async (tx) => {
    await tx.preSession.deleteMany({ where: { tokenHash: hashOf(key), purpose: REPLACEMENT } });
    await keepPreSession(tx, REPLACEMENT, { sealed, to: made.account.label }, key);
  });
}

/** The account that waits, where this sign-in brought another one than before. */
export async function findReplacement(actor: Member, provider: Provider): Promise<string | null> {
  return (await findPreSession(REPLACEMENT, keyOf(actor, provider), replacement))?.data.to ?? null;
}

async function spendReplacement(
  actor: Member,
  provider: Provider,
): Promise<z.output<typeof madeSchema>> {
  const key = keyOf(actor, provider);
  const found = await findPreSession(REPLACEMENT, key, replacement);
  if (!found || !(await db.$transaction((tx) => spendPreSession(tx, found.id))))
    throw new DomainError("invalid_state");
  const bytes = Buffer.from(found.data.sealed, "base64");
  return madeSchema.parse(JSON.parse(unseal(`connection replacement ${key}`, bytes)));
}

/** Takes the other account; what the first one gave is given back. @throws DomainError `forbidden`, `invalid_state` */
export async function replaceAccount(actor: Member, provider: Provider): Promise<void> {
  demand(actor, "connection.manage");
  const row = await getConnection(actor, provider);
  const made = await spendReplacement(actor, provider);
  const before = tokensOf(row);
  await storeGrant(actor, provider, { row, ...made });
  if (before !== null) await giveBack(provider, row, before.refreshToken);
}

/** Leaves everything as it is; what the other account gave is given back. @throws DomainError `forbidden`, `invalid_state` */
export async function keepAccount(actor: Member, provider: Provider): Promise<void> {
  demand(actor, "connection.manage");
  const row = await getConnection(actor, provider);
  const { grant } = await spendReplacement(actor, provider);
  await giveBack(provider, row, grant.refreshToken);
}
