import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aCall, aParticipant, aTranscript } from "#tests/support/factories.ts";
import { aMapping } from "#tests/support/mappings.ts";
import { aMockConnection } from "#tests/support/mock-crm.ts";
import { begin, beginEach, type Fixtures, type Ids, part, type Scene } from "../noun.ts";

const MAPPING = ["mappingRowId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof MAPPING> {}
}

/** Of the template onto the demo's CRM. */
const mapping = part(MAPPING, async ({ workspace, id }) => {
  await id("mockRecordId");
  const templateId = Number(await id("templateId"));
  const [mappingRowId = ""] = await aMapping(workspace, { templateId, rows: [{}] });
  return { mappingRowId };
});

/** For what names no row of the mapping: the demo's CRM is connected, and the template mapped onto it. */
const isMapped = async ({ actor: { workspaceId: id }, house: { templateId } }: Scene) => {
  await aMockConnection(id);
  await aMapping({ id }, { templateId: Number(templateId), rows: [{}] });
};

const PAGE = "/setting/summarization-template/{templateId}/mock-mapping";

export const fixtures: Fixtures = {
  parts: [mapping],
  beginnings: {
    ...beginEach(
      ["add_row", "change_mapping", "refresh_fields"].map((intent) => `${PAGE} ${intent}`),
      begin(isMapped),
    ),
    [`${PAGE} run_past`]: begin(async (scene) => {
      const {
        actor,
        house: { templateId },
      } = scene;
      await isMapped(scene);
      const { id: callId, workspaceId } = await aCall(actor);
      const { id: participantId } = await aParticipant({ id: callId, workspaceId });
      const said = [{ participantId, t0Ms: 0, t1Ms: 900, text: "Hello there" }];
      const { id: transcriptId } = await aTranscript({ id: callId, workspaceId }, said);
      await db.summaryRun.create({
        data: {
          ...{ id: newId(), workspaceId, callId, transcriptId, templateId: Number(templateId) },
          ...{ templateVersion: 1, engine: "highlights@2", state: "done" },
        },
      });
    }),
  },
};
