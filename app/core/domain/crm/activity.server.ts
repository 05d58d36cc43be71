import { db } from "#app/core/platform/db.server.ts";
import {
  type CrmActivity,
  type CrmField,
  type CrmValue,
  VendorFault,
} from "../connection/connection-types.ts";
import { fitRoom, sizeIn } from "../mapping/texts.ts";
import { findCallForCrm, playbackUrl } from "./call-for-crm.server.ts";
import type { Crm } from "./crm-access.server.ts";
import { recordsOfCall } from "./records.server.ts";
import type { WriteRow } from "./write-row.server.ts";

const KINDS = ["task", "event", "call", "note"] as const;
export const isActivity = (object: string): object is CrmActivity["kind"] =>
  KINDS.some((kind) => kind === object);

export type Activity = {
  record: string;
  /** It was made just now. */
  isNew: boolean;
  /** Stands in its text, and stays there. */
  key: string;
  /** A code of the catalogue `crm`: what whoever reads it should know of how it was made. */
  note: string | null;
};

/**
 * The activity that stands for a call at a deal, made where there is none yet. One whose answer was lost carries our key
 * and is found by it, so that no second one is made. Of each kind there is one for a call and deal, whatever rows fill
 * its fields.
 * @throws VendorFault
 */
export async function ensureActivity(crm: Crm, write: WriteRow): Promise<Activity> {
  const { workspaceId, callId, connectionId, dealId, object: kind } = write;
  if (!isActivity(kind) || connectionId === null) throw new VendorFault("not_found");
  const of = { workspaceId, callId, connectionId };
  const known = await db.crmRef.findFirst({
    where: { ...of, kind, dealId },
    select: { external: true, writeKey: true },
  });
  if (known) return { record: known.external, key: known.writeKey, isNew: false, note: null };
  const { activity, note } = await newActivity(crm, { ...of, dealId }, kind);
  const { port, ask } = crm;
  const external =
    (await ask((access) => port.findActivity(access, activity))) ??
    (await ask((access) => port.createActivity(access, activity)));
  await db.crmRef.createMany({
    data: [{ ...of, dealId, kind, external, writeKey: activity.writeKey }],
    skipDuplicates: true,
  });
  return { record: external, key: activity.writeKey, isNew: true, note };
}

/** An activity that is in the CRM no more: another one is made where one is needed. */
export async function dropActivity({
  workspaceId,
  callId,
  connectionId,
  object: kind,
  record: external,
}: Pick<WriteRow, "workspaceId" | "callId" | "connectionId" | "object" | "record">): Promise<void> {
  if (connectionId === null || external === null) return;
  await db.crmRef.deleteMany({ where: { workspaceId, callId, connectionId, kind, external } });
}

type Of = { workspaceId: string; callId: string; connectionId: string; dealId: string | null };

/** What an activity's text is found by; of a call that moved there may be one at each deal. */
const keyOf = ({ callId, dealId }: Of, kind: CrmActivity["kind"]): string =>
  `${callId}:${kind}:${dealId?.slice(-KEY_OF_DEAL) ?? "-"}`;
const KEY_OF_DEAL = 8;

async function newActivity({ port, ask }: Crm, of: Of, kind: CrmActivity["kind"]) {
  const { workspaceId, callId } = of;
  const [call, { day }, records] = await Promise.all([
    db.call.findFirstOrThrow({
      where: { workspaceId, id: callId },
      select: {
        ...{ title: true, startedAt: true, createdAt: true, durationMs: true },
        owner: { select: { email: true } },
      },
    }),
    findCallForCrm(db, of),
    recordsOfCall(db, of, of.connectionId),
  ]);
  const dealId = records.deal?.external ?? null;
  const contactIds = records.contacts.map(({ external }) => external);
  // Without either it would stand nowhere, and nobody could find it again.
  if (dealId === null && contactIds.length === 0) throw new VendorFault("not_found");
  const ownerId = await ask((access) => port.findUser(access, call.owner.email));
  const activity: CrmActivity = {
    ...{ kind, subject: call.title, body: playbackUrl(callId), dealId, contactIds, ownerId },
    ...{ at: (call.startedAt ?? call.createdAt).toISOString(), day },
    durationMs: call.durationMs ?? 0,
    writeKey: keyOf(of, kind),
  };
  return { activity, note: ownerId === null ? "owner_unknown" : null };
}

type Field = Pick<CrmField, "type" | "length" | "lineBreak">;

/**
 * What an activity's text will be: the words, then the link and the key that it was made with. Where a field has no room
 * for all of it, the words are cut: without the key the activity would not be found again.
 * @param stands what its field holds now @param field null: nothing is known of its length
 */
export function withKey(
  target: { after: CrmValue },
  stands: CrmValue,
  key: string,
  field: Field | null = null,
): { after: CrmValue } {
  if (typeof stands !== "string" || typeof target.after !== "string") return target;
  const tail = tailOf(stands, key);
  if (tail === null) return target;
  const end = `\n\n${tail}`;
  if (field === null || field.length === null) return { after: `${target.after}${end}` };
  const words = fitRoom(target.after, field, field.length - sizeIn(end, field));
  return { after: words === "" ? tail : `${words}${end}` };
}

/** The link and the key that end an activity's text; the words before them may name the link as well. */
function tailOf(stands: string, key: string): string | null {
  const keyAt = stands.lastIndexOf(key);
  const at = keyAt < 0 ? -1 : stands.lastIndexOf(playbackUrl(key.split(":")[0] ?? ""), keyAt);
  return at < 0 ? null : stands.slice(at);
}
