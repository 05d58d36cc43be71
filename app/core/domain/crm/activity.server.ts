import { db } from "#app/core/platform/db.server.ts";
import { type CrmActivity, type CrmValue, VendorFault } from "../connection/connection-types.ts";
import { playbackUrl } from "./call-for-crm.server.ts";
import type { Crm } from "./crm-access.server.ts";
import { recordsOfCall } from "./records.server.ts";
import type { WriteRow } from "./write-row.server.ts";

const KINDS = ["task", "event", "call", "note"] as const;
export const isActivity = (object: string): object is CrmActivity["kind"] =>
  KINDS.some((kind) => kind === object);

type Made = {
  record: string;
  /** Stands in its text, and stays there. */
  key: string;
  /** A code of the catalogue `crm`: what whoever reads it should know of how it was made. */
  note: string | null;
};

/**
 * The activity that stands for a call, made where there is none yet. One whose answer was lost carries our key and is
 * found by it, so that no second one is made. Of each kind there is one for a call, whatever rows fill its fields.
 * @throws VendorFault
 */
export async function ensureActivity(crm: Crm, write: WriteRow): Promise<Made> {
  const { workspaceId, callId, connectionId, object: kind } = write;
  if (!isActivity(kind) || connectionId === null) throw new VendorFault("not_found");
  const of = { workspaceId, callId, connectionId };
  const known = await db.crmRef.findFirst({
    where: { ...of, kind },
    select: { external: true, writeKey: true },
  });
  if (known) return { record: known.external, key: known.writeKey, note: null };
  const { activity, note } = await newActivity(crm, of, kind);
  const { port, ask } = crm;
  const external =
    (await ask((access) => port.findActivity(access, activity))) ??
    (await ask((access) => port.createActivity(access, activity)));
  await db.crmRef.createMany({
    data: [{ ...of, kind, external, writeKey: activity.writeKey }],
    skipDuplicates: true,
  });
  return { record: external, key: activity.writeKey, note };
}

type Of = { workspaceId: string; callId: string; connectionId: string };

async function newActivity({ port, ask }: Crm, of: Of, kind: CrmActivity["kind"]) {
  const { workspaceId, callId } = of;
  const [call, records] = await Promise.all([
    db.call.findFirstOrThrow({
      where: { workspaceId, id: callId },
      select: {
        ...{ title: true, startedAt: true, createdAt: true, durationMs: true },
        owner: { select: { email: true } },
      },
    }),
    recordsOfCall(db, of, of.connectionId),
  ]);
  const dealId = records.deal?.external ?? null;
  const contactIds = records.contacts.map(({ external }) => external);
  // Without either it would stand nowhere, and nobody could find it again.
  if (dealId === null && contactIds.length === 0) throw new VendorFault("not_found");
  const ownerId = await ask((access) => port.findUser(access, call.owner.email));
  const activity: CrmActivity = {
    ...{ kind, subject: call.title, body: playbackUrl(callId), dealId, contactIds, ownerId },
    at: (call.startedAt ?? call.createdAt).toISOString(),
    durationMs: call.durationMs ?? 0,
    writeKey: `${callId}:${kind}`,
  };
  return { activity, note: ownerId === null ? "owner_unknown" : null };
}

/**
 * What an activity's text will be: the words, then the link and the key that it was made with.
 * @param stands what its field holds now @param key null: no activity
 */
export function withKey(
  target: { after: CrmValue } | null,
  stands: CrmValue,
  key: string | null,
): { after: CrmValue } | null {
  if (target === null || key === null || typeof stands !== "string") return target;
  const link = playbackUrl(key.split(":")[0] ?? "");
  const at = stands.indexOf(link);
  if (at < 0 || !stands.includes(key) || typeof target.after !== "string") return target;
  return { after: `${target.after}\n\n${stands.slice(at)}` };
}
