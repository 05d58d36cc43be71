import * as z from "zod";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { log } from "#app/core/platform/log.server.ts";
import {
  AuthorizationCancelled,
  GrantRefused,
  ProviderUnavailable,
} from "#app/core/platform/oauth/errors.ts";
import {
  beginAuthorization,
  finishAuthorization,
} from "#app/core/platform/oauth/identity-provider-strategy.server.ts";
import { paths } from "#app/paths.ts";
import { demand } from "../access/access.ts";
import { type Member } from "../access/actor.ts";
import {
  findPreSession,
  keepPreSession,
  PRE_SESSION_SECONDS,
  spendPreSession,
} from "../account/pre-session.server.ts";
import { record } from "../audit/record.server.ts";
import {
  aboutConnection,
  appOf,
  findConnection,
  getConnection,
  type SecretRow,
} from "./connection-row.server.ts";
import { type Provider, VendorFault, type VendorGrant } from "./connection-types.ts";
import { type ConnectionFault } from "./connection-views.ts";
import { giveBack } from "./give-back.server.ts";
import { missingScopes } from "./health.server.ts";
import { keepReplacement } from "./replace-account.server.ts";
import { storeGrant, type Tested } from "./store-grant.server.ts";

export const redirectUrlOf = ({ slug }: Pick<Provider, "slug">): string =>
  `${env().appUrl}${paths.connectionReturn(slug)}`;

/** On the way to a provider, found again by its state. */
const ON_THE_WAY = "connection";
const onTheWay = z.object({
  slug: z.string(),
  workspaceId: z.uuid(),
  memberId: z.uuid(),
  sessionId: z.uuid(),
});

/**
 * Begins a connection: state and PKCE, for this sign-in, once.
 * @returns where the browser goes, and the cookie it takes along
 * @throws DomainError `forbidden`, `not_found` where no app is entered
 */
export async function startConnecting(
  actor: Member,
  provider: Provider,
): Promise<{ leaving: string; cookies: string[] }> {
  demand(actor, "connection.manage");
  const row = await getConnection(actor, provider);
  const { redirect, state } = await beginAuthorization(
    provider.oauth.flow(appOf(row), redirectUrlOf(provider)),
  );
  const { workspaceId, memberId, sessionId } = actor;
  const { slug } = provider;
  await db.$transaction(async (tx) => {
    await keepPreSession(tx, ON_THE_WAY, { slug, workspaceId, memberId, sessionId }, state);
    const authorisingUntil = new Date(now().getTime() + PRE_SESSION_SECONDS * 1_000);
    await tx.connection.updateMany({
      where: { workspaceId, id: row.id },
      data: { authorisingUntil },
    });
    await record(tx, actor, "connection.started", aboutConnection(row), {
      after: { provider: slug },
    });
  });
  return {
    leaving: redirect.headers.get("location") ?? "",
    cookies: redirect.headers.getSetCookie(),
  };
}

/** What came back (product §13.1). `again`: nothing of ours, or not this sign-in's; nothing is done. */
export type Returned =
  | { kind: "connected"; missing: string[] }
  | { kind: "another" }
  | { kind: "cancelled"; reason: string | null }
  | { kind: "failed"; fault: ConnectionFault }
  | { kind: "again" };

/** Takes a provider's answer, once. @throws DomainError `forbidden` */
export async function finishConnecting(
  actor: Member,
  provider: Provider,
  request: Request,
): Promise<Returned> {
  demand(actor, "connection.manage");
  const asked = new URL(request.url).searchParams;
  const found = await findPreSession(ON_THE_WAY, asked.get("state") ?? "", onTheWay);
  const row = await findConnection(actor, provider);
  if (!found || !row || !isOwn(actor, provider, found.data)) return { kind: "again" };
  const isFirst = await db.$transaction(async (tx) => {
    const { workspaceId } = actor;
    await tx.connection.updateMany({
      where: { workspaceId, id: row.id },
      data: { authorisingUntil: null },
    });
    return spendPreSession(tx, found.id);
  });
  if (!isFirst) return { kind: "again" };
  if (asked.has("error")) return { kind: "cancelled", reason: reasonOf(asked) };
  try {
    const flow = provider.oauth.flow(appOf(row), redirectUrlOf(provider));
    const grant = provider.oauth.readGrant(await finishAuthorization(flow, request));
    if (grant.refreshToken === null) return { kind: "failed", fault: "no_refresh_token" };
    return await take(actor, provider, { row, grant, refreshToken: grant.refreshToken });
  } catch (error) {
    if (error instanceof AuthorizationCancelled) return { kind: "again" };
    const fault = faultOf(error);
    log.warn({ provider: provider.slug, fault }, "a connection was not made");
    return { kind: "failed", fault };
  }
}

const isOwn = (
  { workspaceId, memberId, sessionId, impersonator }: Member,
  { slug }: Provider,
  data: z.output<typeof onTheWay>,
): boolean =>
  impersonator === null &&
  data.slug === slug &&
  data.workspaceId === workspaceId &&
  data.memberId === memberId &&
  data.sessionId === sessionId;

/** Null: the person pressed Cancel. Else the provider's own words, as text. */
function reasonOf(asked: URLSearchParams): string | null {
  if (asked.get("error") === "access_denied") return null;
  return (asked.get("error_description") ?? asked.get("error") ?? "").slice(0, 200) || null;
}

function faultOf(error: unknown): ConnectionFault {
  if (error instanceof VendorFault) return error.code;
  if (error instanceof GrantRefused)
    return error.message.startsWith("invalid_client") ? "app_refused" : "grant_refused";
  if (error instanceof ProviderUnavailable)
    return error.isRedirect ? "address_refused" : "unavailable";
  throw error;
}

type Taken = { row: SecretRow; grant: VendorGrant; refreshToken: string };
/** Whose account it is, a test call, and the row; what is not kept is given back. */
async function take(
  actor: Member,
  provider: Provider,
  { row, grant, refreshToken }: Taken,
): Promise<Returned> {
  try {
    const account = await provider.readAccount(grant);
    const missing = missingScopes(provider, grant.scopes ?? provider.scopes);
    const tested = await testCall(provider, grant, missing);
    if (row.accountId !== null && row.accountId !== account.id) {
      await keepReplacement(actor, provider, { grant, account, ...tested });
      return { kind: "another" };
    }
    await storeGrant(actor, provider, { row, grant, account, ...tested });
    return { kind: "connected", missing };
  } catch (error) {
    await giveBack(provider, row, refreshToken);
    throw error;
  }
}

/** A scope that was not given may be the one the test needs: the connection then works with limits. */
async function testCall(
  provider: Provider,
  grant: VendorGrant,
  missing: readonly string[],
): Promise<Tested> {
  const began = performance.now();
  const quota = await provider.check(grant).catch((error: unknown) => {
    if (error instanceof VendorFault && error.code === "forbidden" && missing.length > 0)
      return null;
    throw error;
  });
  return { quota, checkMs: Math.round(performance.now() - began) };
}
