import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import type { TalkKind } from "../views.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { type BandSettings, bandRows, isBandKey } from "./band-fields.ts";
import { type BandsChange, bandsIn, type OurBandChange } from "./bands.schema.ts";

/** The ranges that numbers of a kind of call are held against. @throws DomainError `forbidden` */
export async function getBandSettings(actor: Member, kind: TalkKind): Promise<BandSettings> {
  demand(actor, "workspace.manage");
  const { bands, version } = await getWorkspaceSettings(db, actor.workspaceId);
  return { kind, rows: bandRows(bands, kind), version };
}

type OfKind = WorkspaceSettings["bands"][TalkKind];

/** Holds for every call at once: numbers are held against it when they are shown. @throws DomainError `forbidden`, `conflict` */
export const changeBands = (actor: Member, input: BandsChange): Promise<void> =>
  change(actor, input, (bands) => ({ ...unknown(bands), ...bandsIn(input) }));

/** @throws DomainError `forbidden`, `conflict` */
export const takeOurBand = (actor: Member, input: OurBandChange): Promise<void> =>
  change(actor, input, ({ [input.key]: _, ...others }) => others);

/** Ranges of metrics that only a later version knows. */
const unknown = (bands: OfKind): OfKind =>
  Object.fromEntries(Object.entries(bands).filter(([key]) => !isBandKey(key)));

async function change(
  actor: Member,
  { kind, version }: { kind: TalkKind; version: number },
  next: (bands: OfKind) => OfKind,
): Promise<void> {
  demand(actor, "workspace.manage");
  const { workspaceId: id } = actor;
  await db.$transaction(async (tx) => {
    const { bands } = await getWorkspaceSettings(tx, id);
    const value = { ...bands, [kind]: next(bands[kind]) };
    const before = await changeWorkspaceSettings(tx, id, { part: "bands", value, seen: version });
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: { bands: { [kind]: before[kind] } }, after: { bands: { [kind]: value[kind] } } },
    );
  });
}
