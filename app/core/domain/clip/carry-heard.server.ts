import type { Tx } from "#app/core/platform/db.server.ts";
import type { CutRef } from "../cut/cut-work.server.ts";
import type { RangeMs } from "../views.ts";
import { carriedHeard } from "./carried-heard.ts";

type View = { member_id: string; clip_id: string; heard: Uint8Array };

/** What members played of a clip goes along when it is made of other pieces: seconds are kept on the clock of the clip. */
export async function carryHeard(
  tx: Tx,
  { workspaceId, cutId }: CutRef,
  before: readonly RangeMs[],
  after: readonly RangeMs[],
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const views = await tx.$queryRaw<View[]>`
    SELECT v.member_id, v.clip_id, v.heard FROM clip_view v JOIN cut k ON k.workspace_id = v.workspace_id AND k.clip_id = v.clip_id
    WHERE v.workspace_id = ${workspaceId}::uuid AND k.id = ${cutId}::uuid AND v.heard IS NOT NULL FOR UPDATE OF v`;
  for (const { member_id, clip_id, heard } of views) {
    const { bits, seconds } = carriedHeard(heard, before, after);
    await tx.$executeRaw`
      UPDATE clip_view SET heard = ${bits}, seconds = ${seconds} WHERE workspace_id = ${workspaceId}::uuid
        AND clip_id = ${clip_id}::uuid AND member_id = ${member_id}::uuid`;
  }
}
