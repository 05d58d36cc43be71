import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { offerFactor } from "#app/core/domain/account/factor.server.ts";
import { offerPasskey } from "#app/core/domain/account/passkey.server.ts";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { relyingParty } from "#app/core/domain/account/relying-party.ts";
import { startSession } from "#app/core/domain/account/session.server.ts";
import { openPrivateAccess } from "#app/core/domain/rights/private-access.server.ts";
import { type Prisma, db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { anAuthenticator } from "#tests/support/authenticator.ts";
import { type SignedIn, aMember } from "#tests/support/factories.ts";
import { begin, type Fixtures, type Ids, part, type Scene } from "../noun.ts";

const WAYS = ["sessionId", "passkeyId", "partnerLoginId", "breakGlassId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof WAYS> {}
}

const signIns = part(WAYS, ({ actor }) => waysIn(actor));

/** Each is one that is left when another goes, and the password one past the identity provider. */
async function waysIn(actor: SignedIn) {
  const { workspaceId, memberId } = actor;
  await db.identity.updateMany({
    where: { workspaceId, memberId },
    data: { password: "a hash", totpEnc: new Uint8Array(1) },
  });
  return {
    sessionId: await anotherSession(actor),
    passkeyId: await aPasskey(actor),
    partnerLoginId: await anIdentityProviderLogin(actor),
    breakGlassId: memberId,
  };
}

async function anotherSession({ workspaceId, memberId, origin }: SignedIn): Promise<string> {
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
  });
  await db.$transaction((tx) => startSession(tx, { workspaceId, memberId, identityId }, origin));
  const { id } = await db.session.findFirstOrThrow({
    where: { workspaceId, memberId },
    orderBy: { id: "desc" },
  });
  return id;
}

async function aPasskey({ workspaceId, memberId }: SignedIn): Promise<string> {
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
  });
  const id = newId();
  const bytes = new Uint8Array(randomBytes(32));
  await db.passkey.create({
    data: {
      ...{ id, workspaceId, identityId, credential: bytes, publicKey: bytes },
      signCount: 0n,
      name: "Laptop",
    },
  });
  return id;
}

async function anIdentityProviderLogin({ workspaceId, memberId }: SignedIn): Promise<string> {
  const identity = await db.identity.findFirstOrThrow({ where: { workspaceId, memberId } });
  const id = newId();
  await db.partnerLogin.create({
    data: { id, workspaceId, identityId: identity.id, issuer: "https://id.test", subject: id },
  });
  return id;
}

const PASSWORD = "herons over the river";
const identityIs = (
  { actor: { workspaceId, memberId } }: Scene,
  data: Prisma.IdentityUpdateManyMutationInput,
) => db.identity.updateMany({ where: { workspaceId, memberId }, data });

/** Who has no password has just signed in. */
const withoutPassword = begin((scene) => identityIs(scene, { password: null }));

export const fixtures: Fixtures = {
  parts: [signIns],
  beginnings: {
    "/setting/general password": begin(async (scene) =>
      identityIs(scene, { password: await hashPassword(PASSWORD) }),
    ),
    "/setting/general factor_on": async (scene) => {
      await withoutPassword(scene);
      const { secret, sealed } = offerFactor(scene.actor);
      return { sealed, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
    },
    "/setting/general factor_off": begin((scene) =>
      identityIs(scene, { password: null, totpEnc: new Uint8Array(1) }),
    ),
    "/setting/general passkey_begin": withoutPassword,
    "/setting/general passkey_add": async (scene) => {
      await withoutPassword(scene);
      const { partial, options } = await offerPasskey(scene.actor, undefined);
      const { origin, id } = relyingParty(env().appUrl);
      return { partial, credential: anAuthenticator(origin, id).make(options) };
    },
    "/setting/general partner_link": withoutPassword,
    "/setting/general close_private": begin(({ actor }) =>
      openPrivateAccess(actor, { reason: "A customer asked for it" }),
    ),
    "no longer viewing as somebody": begin(async ({ actor: { workspaceId, sessionId } }) => {
      const { memberId: viewAsId } = await aMember({ id: workspaceId });
      await db.session.updateMany({ where: { workspaceId, id: sessionId }, data: { viewAsId } });
    }),
  },
};
