import type { Member, Origin } from "#app/core/domain/access/actor.ts";
import { findMember } from "#app/core/domain/account/session.server.ts";
import { openPrivateAccess } from "#app/core/domain/rights/private-access.server.ts";
import { viewAs } from "#app/core/domain/rights/view-as.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aMember,
  aParticipant,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aFullHouse, someCalls } from "./full-house.ts";
import { type Ground, groundOf } from "./verdict.ts";

/** Two workspaces: people who stand in every relation to somebody's calls, and people of elsewhere. */
export type World = {
  /** Each as they are found by their session now; null: nobody is signed in. */
  actors: Record<string, SignedIn | null>;
  /**
   * One owner's house with calls of each visibility, the widest first, and a private one that others were let into.
   * What is about no call is the same in all of them.
   */
  grounds: Record<string, Ground>;
  workspaceIds: string[];
};

const ORIGIN: Origin = { ip: "127.0.0.1", agent: "test", requestId: null };

export async function aWorld(): Promise<World> {
  const workspace = await aWorkspace();
  const [team, away, third] = [
    await aTeam(workspace),
    await aTeam(workspace),
    await aTeam(workspace),
  ];
  const admin = () => aMember(workspace, { role: "admin" });
  const owner = await aMember(workspace, { teams: [team] });
  const people = {
    owner,
    "a mate of the team": await aMember(workspace, { teams: [team] }),
    "a rep of another team": await aMember(workspace, { teams: [away] }),
    "a rep of a team that was let in": await aMember(workspace, { teams: [third] }),
    "a rep who took part": await aMember(workspace, { teams: [away] }),
    "the team's manager": await aMember(workspace, { role: "manager", teams: [team] }),
    "another team's manager": await aMember(workspace, { role: "manager", teams: [away] }),
    "an admin": await admin(),
    "an admin with a reason": await admin(),
    "an admin as the owner": await admin(),
    "an admin as the team's manager": await admin(),
    "a rep of another workspace": await aMember(await aWorkspace()),
    "an admin of another workspace": await aMember(await aWorkspace(), { role: "admin" }),
  };
  await openPrivateAccess(people["an admin with a reason"], { reason: "A customer asked for it" });
  await viewAs(people["an admin as the owner"], owner.memberId);
  await viewAs(people["an admin as the team's manager"], people["the team's manager"].memberId);

  const widest = await aFullHouse(owner, { visibility: "workspace", team });
  const grounds: Record<string, Ground> = { workspace: await groundOf(widest, owner) };
  for (const [name, visibility] of [
    ["team", "team"],
    ["private", "private"],
    ["granted", "private"],
  ] as const) {
    const house = { ...widest, ...(await someCalls(owner, { visibility, team })) };
    const browsers = await db.recording.findFirstOrThrow({
      where: { id: house.liveBrowserRecordingId },
      select: { callId: true },
    });
    if (name === "granted")
      for (const id of [house.callId, house.liveId, browsers.callId])
        await letIn(
          { id, workspaceId: workspace.id },
          {
            view: people["a rep of another team"],
            edit: people["a mate of the team"],
            team: third.id,
            part: people["a rep who took part"],
          },
        );
    grounds[name] = await groundOf(house, owner);
  }
  const actors: World["actors"] = { nobody: null };
  for (const [name, person] of Object.entries(people)) actors[name] = await asFound(person);
  const workspaceIds = new Set(Object.values(people).map(({ workspaceId }) => workspaceId));
  return { actors, grounds, workspaceIds: [...workspaceIds] };
}

type LetIn = { view: Member; edit: Member; team: string; part: Member };
async function letIn(call: { id: string; workspaceId: string }, { view, edit, team, part }: LetIn) {
  const { id: callId, workspaceId } = call;
  for (const grant of [
    { memberId: view.memberId, level: "view" as const },
    { memberId: edit.memberId, level: "edit" as const },
    { teamId: team, level: "edit" as const },
  ])
    await db.callGrant.create({
      data: { id: newId(), workspaceId, callId, source: "direct", ...grant },
    });
  await aParticipant(call, { side: "R", memberId: part.memberId, name: part.name, lane: 7 });
}

/** As the next request finds them: teams and eyes may be others than at first. */
export async function asFound({ token }: SignedIn): Promise<SignedIn> {
  const found = await findMember(token, ORIGIN);
  if (!found) throw new Error("The sign-in is over.");
  return { ...found, token };
}
