import type { Tx } from "#app/core/platform/db.server.ts";
import { can, type CallRow } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { listMemberActors } from "../account/member-actors.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import type { NoticeKind, NoticeValues } from "../notification/notices.ts";
import type { WriteRow } from "./write-row.server.ts";

type Asked = Pick<WriteRow, "review"> & { call: Pick<CallRow, "visibility"> };

/** The right it takes: a row says who is asked, and what a private call says is its owner's alone. */
export const decidedBy = ({ review, call }: Asked): "crm.review" | "crm.approve" =>
  review === "manager" && call.visibility !== "private" ? "crm.approve" : "crm.review";

export const mayDecide = (actor: Member, write: Asked & { call: CallRow }): boolean =>
  can(actor, decidedBy(write), write.call);

/** Whom a change waits for: the owner, the managers above them, or, where there is none, the admins (decisions §8). */
export async function listDeciders(write: Asked & { call: CallRow }): Promise<string[]> {
  if (decidedBy(write) === "crm.review") return [write.call.ownerId];
  const members = await listMemberActors(write.call.workspaceId);
  const allowed = members.filter((member) => can(member, "crm.approve", write.call));
  const managers = allowed.filter(({ role }) => role === "manager");
  return (managers.length > 0 ? managers : allowed).map(({ memberId }) => memberId);
}

/** Says so to whom a change waits for. */
export async function notifyDeciders<K extends NoticeKind>(
  tx: Tx,
  write: Asked & { callId: string; call: CallRow },
  notice: { kind: K; values: NoticeValues<K> },
): Promise<void> {
  await notifyMembers(
    tx,
    { workspaceId: write.call.workspaceId, by: null },
    await listDeciders(write),
    { ...notice, target: { kind: "call", id: write.callId } },
  );
}
