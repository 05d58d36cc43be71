import { seal, unseal } from "#app/core/platform/crypto.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { type Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { type AppKeys, type Vendor, type VendorGrant } from "./connection-types.ts";

/** What is needed to speak with the provider. */
export const secretRow = {
  id: true,
  workspaceId: true,
  provider: true,
  state: true,
  clientId: true,
  clientSecretEnc: true,
  accessTokenEnc: true,
  refreshTokenEnc: true,
  expiresAt: true,
  apiUrl: true,
  scopes: true,
  accountId: true,
  accountLabel: true,
  failures: true,
  limitedSince: true,
  tokenVersion: true,
  refreshLeaseUntil: true,
  lastOkAt: true,
  faultSince: true,
} as const satisfies Prisma.ConnectionSelect;
export type SecretRow = Prisma.ConnectionGetPayload<{ select: typeof secretRow }>;

/** The row's id is part of the key: what was sealed for one connection opens for no other. */
const purposeOf = (id: string, what: "secret" | "access" | "refresh"): string =>
  `connection ${id} ${what}`;
const sealed = (id: string, what: "secret" | "access" | "refresh", text: string) =>
  new Uint8Array(seal(purposeOf(id, what), text));

export const sealSecret = (id: string, secret: string) => sealed(id, "secret", secret);

export const appOf = ({ id, clientId, clientSecretEnc }: SecretRow): AppKeys => ({
  clientId,
  clientSecret: unseal(purposeOf(id, "secret"), clientSecretEnc),
});

/** Null where nobody has signed in. */
export function tokensOf({ id, accessTokenEnc, refreshTokenEnc, apiUrl }: SecretRow) {
  if (accessTokenEnc === null || refreshTokenEnc === null || apiUrl === null) return null;
  return {
    accessToken: unseal(purposeOf(id, "access"), accessTokenEnc),
    refreshToken: unseal(purposeOf(id, "refresh"), refreshTokenEnc),
    apiUrl,
  };
}

/** An answer without a new refresh token leaves the old one. */
export const sealGrant = (id: string, grant: VendorGrant) => ({
  accessTokenEnc: sealed(id, "access", grant.accessToken),
  ...(grant.refreshToken !== null && {
    refreshTokenEnc: sealed(id, "refresh", grant.refreshToken),
  }),
  expiresAt: grant.expiresAt,
  apiUrl: grant.apiUrl,
});

/** A refresh that is under way for the tokens before stores nothing any more. */
const NEXT_VERSION = { tokenVersion: { increment: 1 }, refreshLeaseUntil: null } as const;

export const newTokens = (id: string, grant: VendorGrant) => ({
  ...sealGrant(id, grant),
  ...NEXT_VERSION,
});
export const NO_TOKENS = {
  accessTokenEnc: null,
  refreshTokenEnc: null,
  expiresAt: null,
  apiUrl: null,
  ...NEXT_VERSION,
} as const;

export const findConnection = (
  { workspaceId }: Member,
  { slug }: Pick<Vendor, "slug">,
): Promise<SecretRow | null> =>
  db.connection.findFirst({ where: { workspaceId, provider: slug }, select: secretRow });

export type ConnectionRef = { workspaceId: string; id: string };
export const findSecretRow = ({ workspaceId, id }: ConnectionRef): Promise<SecretRow | null> =>
  db.connection.findFirst({ where: { workspaceId, id }, select: secretRow });

/** @throws DomainError `not_found` where no app is entered */
export async function getConnection(
  actor: Member,
  vendor: Pick<Vendor, "slug">,
): Promise<SecretRow> {
  const row = await findConnection(actor, vendor);
  if (!row) throw new DomainError("not_found");
  return row;
}
export const aboutConnection = ({ id }: { id: string }) => ({ kind: "connection", id });
