import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import { type Member, ROLES } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { type SharingChange, SHARERS } from "./sharing.schema.ts";

export type SharingView = {
  sharers: keyof typeof SHARERS;
  needs: WorkspaceSettings["sharing"]["needs"];
  maxDays: number;
  mayDownload: boolean;
  kinds: WorkspaceSettings["sharing"]["kinds"];
  embed: WorkspaceSettings["sharing"]["embed"];
  /** One a line. */
  embedOrigins: string;
  /** ISO; null: links work. */
  blockedAt: string | null;
  version: number;
};

/** What may be shown outside, and by whom. @throws DomainError `forbidden` */
export async function getSharingSettings(actor: Member): Promise<SharingView> {
  demand(actor, "workspace.manage");
  const { sharing, version } = await getWorkspaceSettings(db, actor.workspaceId);
  const { roles, needs, maxDays, mayDownload, kinds, embed, embedOrigins, blockedAt } = sharing;
  const sharers = roles.includes("rep")
    ? "everybody"
    : roles.includes("manager")
      ? "managers"
      : "admins";
  return {
    ...{ sharers, needs, maxDays, mayDownload, kinds, blockedAt, version, embed },
    embedOrigins: embedOrigins.join("\n"),
  };
}

/**
 * Changes it for new links and for those that are there: what a link has less than is asked blocks it from now on.
 * @throws DomainError `forbidden`, `conflict`
 */
export async function changeSharingSettings(actor: Member, input: SharingChange): Promise<void> {
  demand(actor, "workspace.manage");
  const { workspaceId: id } = actor;
  const { sharers, needs, maxDays, mayDownload, kinds, isBlocked, version } = input;
  const { embed, embedOrigins } = input;
  await db.$transaction(async (tx) => {
    const { sharing } = await getWorkspaceSettings(tx, id);
    const value: WorkspaceSettings["sharing"] = {
      ...{ needs, maxDays, mayDownload, kinds, embed, embedOrigins },
      roles: ROLES.filter((role) => SHARERS[sharers].includes(role)),
      blockedAt: isBlocked ? (sharing.blockedAt ?? now().toISOString()) : null,
    };
    const before = await changeWorkspaceSettings(tx, id, { part: "sharing", value, seen: version });
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: { sharing: before }, after: { sharing: value } },
    );
  });
}
