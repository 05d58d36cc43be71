import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { demand } from "../access/access.ts";
import { type Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { type AppInput } from "./connection.schema.ts";
import { NO_TOKENS, aboutConnection, sealSecret } from "./connection-row.server.ts";
import { type Provider } from "./connection-types.ts";

/**
 * Keeps the app that was registered at the provider. Another app ends what its predecessor was given.
 * @throws DomainError `forbidden`, `validation_failed`
 */
export async function saveApp(actor: Member, provider: Provider, input: AppInput): Promise<void> {
  demand(actor, "connection.manage");
  const { workspaceId, memberId } = actor;
  const { clientId, clientSecret = "" } = input;
  await db.$transaction(async (tx) => {
    await inTurn(tx, actor);
    const known = await tx.connection.findFirst({
      where: { workspaceId, provider: provider.slug },
      select: { id: true, clientId: true },
    });
    const isOther = known !== null && known.clientId !== clientId;
    if (clientSecret === "" && (known === null || isOther))
      throw new DomainError("validation_failed", { clientSecret: ["required"] });
    const id = known?.id ?? newId();
    const app = {
      clientId,
      ...(clientSecret !== "" && { clientSecretEnc: sealSecret(id, clientSecret) }),
    };
    if (known === null)
      await tx.connection.create({
        data: {
          ...{ id, workspaceId, provider: provider.slug, createdBy: memberId },
          ...{ state: "disconnected", clientId, clientSecretEnc: sealSecret(id, clientSecret) },
        },
        select: { id: true },
      });
    else
      await tx.connection.updateMany({
        where: { workspaceId, id },
        data: {
          ...app,
          ...(isOther && { ...NO_TOKENS, state: "disconnected", fault: null, faultSince: null }),
          version: { increment: 1 },
        },
      });
    const after = { provider: provider.slug, clientId };
    await record(tx, actor, "connection.app_saved", aboutConnection({ id }), { after });
  });
}

/** Writes about connections take turns in a workspace. */
const inTurn = (tx: Tx, { workspaceId }: Member) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`connection:${workspaceId}`}, 0))`;
