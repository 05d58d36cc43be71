import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { DealSettings } from "./deal-list-views.ts";
import type { DealSettingsChange } from "./stage.schema.ts";

/** What admins decided of deals. @throws DomainError `forbidden` */
export async function getDealSettings(actor: Member): Promise<DealSettings> {
  demand(actor, "deal.manage");
  const { workspaceId: id } = actor;
  const [{ deals, crm, version }, { dealVisibility }] = await Promise.all([
    getWorkspaceSettings(db, id),
    db.workspace.findUniqueOrThrow({ where: { id }, select: { dealVisibility: true } }),
  ]);
  return { dealVisibility, ...deals, ...crm, version };
}

/**
 * Who sees deals holds from now on; the days hold for each call when its deal is looked for next.
 * @throws DomainError `forbidden`, `conflict`
 */
export async function changeDealSettings(actor: Member, input: DealSettingsChange): Promise<void> {
  demand(actor, "deal.manage");
  const { workspaceId: id } = actor;
  const { version, dealVisibility, expiresDays, ...days } = input;
  await db.$transaction(async (tx) => {
    const before = await changeWorkspaceSettings(tx, id, {
      ...{ part: "deals", value: days },
      seen: version,
    });
    const crm = await changeWorkspaceSettings(tx, id, {
      ...{ part: "crm", value: { expiresDays } },
      seen: null,
    });
    const { dealVisibility: was } = await tx.workspace.findUniqueOrThrow({
      where: { id },
      select: { dealVisibility: true },
    });
    await tx.workspace.updateMany({ where: { id }, data: { dealVisibility } });
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      {
        before: { dealVisibility: was, ...before, ...crm },
        after: { dealVisibility, ...days, expiresDays },
      },
    );
  });
}
