import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { begin, type Fixtures, type Ids, partOfCall, type Scene } from "../noun.ts";

const SUMMARIES = ["summaryRunId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof SUMMARIES> {}
}

/** The call shows a summary by Parley's own template, with a section. @returns the id of its run */
async function aSummary(workspaceId: string, callId: string): Promise<string> {
  const { id: transcriptId } = await db.transcript.findFirstOrThrow({
    where: { workspaceId, callId, isCurrent: true },
  });
  const id = newId();
  await db.summaryRun.create({
    data: {
      ...{ id, workspaceId, callId, transcriptId, templateId: 1, templateVersion: 1 },
      ...{ engine: "highlights@2", state: "done" },
    },
  });
  await db.summaryOutput.create({
    data: {
      ...{ id: newId(), workspaceId, runId: id, section: "agenda", ord: 0, type: "bullets" },
      ...{ value: { text: "Points" }, certainty: "said" },
    },
  });
  return id;
}
const summarised = ({ owner: { workspaceId }, house: { callId } }: Scene) =>
  aSummary(workspaceId, callId);

/** And the section was corrected. */
const edited = begin(async (scene) => {
  await summarised(scene);
  const { workspaceId, memberId: editedById } = scene.owner;
  await db.summaryEdit.create({
    data: {
      ...{ id: newId(), workspaceId, callId: scene.house.callId, templateId: 1 },
      ...{ section: "agenda", items: [], editedById },
    },
  });
});

export const fixtures: Fixtures = {
  parts: [
    partOfCall(SUMMARIES, async ({ call }) => {
      const { id, workspaceId } = await call();
      return { summaryRunId: await aSummary(workspaceId, id) };
    }),
  ],
  beginnings: {
    "/playback/{callId} edit_summary": begin(summarised),
    "/playback/{callId} take_new_summary": edited,
    "/playback/{callId} keep_my_summary": edited,
  },
};
