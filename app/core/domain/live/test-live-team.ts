import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { RoomToken } from "#app/core/platform/livekit.server.ts";
import {
  aMember,
  aTeam,
  aWorkspace,
  type SignedIn,
  type Workspace,
} from "#tests/support/factories.ts";
import { aLiveCall, type LiveCall, turnLiveCallsOn } from "#tests/support/live-call.ts";
import { takeToken } from "./token.server.ts";

/** Two tabs of anybody. */
export const [ONE, TWO] = ["first-tab-of-mine", "second-tab-of-mine"] as const;

/** A live call with those who may have to do with it, and how they ask for its room. */
export type LiveTeam = {
  workspace: Workspace;
  owner: SignedIn;
  /** A rep of the owner's team. */
  mate: SignedIn;
  /** The manager of the owner's team. */
  manager: SignedIn;
  /** An admin of no team. */
  admin: SignedIn;
  call: LiveCall;
  join: (who: SignedIn, tabId?: string, takesOver?: "true" | "false") => Promise<RoomToken>;
  hear: (who: SignedIn, tabId?: string) => Promise<RoomToken>;
  grant: (who: SignedIn, level: "view" | "edit") => Promise<unknown>;
};

export async function aLiveTeam(): Promise<LiveTeam> {
  await turnLiveCallsOn();
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team] });
  const mate = await aMember(workspace, { teams: [team] });
  const manager = await aMember(workspace, { role: "manager", teams: [team] });
  const admin = await aMember(workspace, { role: "admin" });
  const call = await aLiveCall(owner);
  return {
    ...{ workspace, owner, mate, manager, admin, call },
    join: (who, tabId = ONE, takesOver = "false") =>
      takeToken(who, null, call.callId, { as: "member", tabId, takesOver }),
    hear: (who, tabId = ONE) =>
      takeToken(who, null, call.callId, { as: "listener", tabId, takesOver: "false" }),
    grant: (who, level) =>
      db.callGrant.create({
        data: {
          ...{ id: newId(), workspaceId: workspace.id, callId: call.callId },
          ...{ memberId: who.memberId, level, source: "direct" },
        },
      }),
  };
}
