import { aCall, aParticipant, aTranscript } from "#tests/support/factories.ts";
import { aTemplate } from "#tests/support/templates.ts";
import { begin, type Fixtures, type Ids, part } from "../noun.ts";

const TEMPLATES = ["templateId", "archivedTemplateId"] as const;
declare module "../noun.ts" {
  interface Kinds extends Ids<typeof TEMPLATES> {}
}

/** One with a version in each state, and one in the archive. */
const templates = part(TEMPLATES, async ({ workspace }) => ({
  templateId: String(await aTemplate(workspace, { states: ["archived", "published", "draft"] })),
  archivedTemplateId: String(await aTemplate(workspace, { archivedAt: new Date() })),
}));

export const fixtures: Fixtures = {
  parts: [templates],
  beginnings: {
    "/setting/summarization-template/{templateId} try_template": begin(async ({ actor }) => {
      const call = await aCall(actor);
      const { id: participantId } = await aParticipant(call);
      await aTranscript(call, [{ participantId, t0Ms: 0, t1Ms: 900, text: "Hello there" }]);
    }),
  },
};
