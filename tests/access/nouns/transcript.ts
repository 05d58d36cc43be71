import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { aParticipant } from "#tests/support/factories.ts";
import { type Fixtures } from "../noun.ts";

export const fixtures: Fixtures = {
  beginnings: {
    "/?index unname_speaker": async ({ owner, house: { callId } }) => {
      const { number } = await correctWords(owner, callId, {
        ...{ intent: "correct_words", number: 1, segment: 0, firstWord: 0, lastWord: 0 },
        ...{ before: "Hello", after: "Hallo", scope: "here", addTerm: false },
      });
      return { number: String(number) };
    },
    "/playback/{callId} correct_speaker": async ({ owner: { workspaceId }, house: { callId } }) => {
      const another = await aParticipant({ id: callId, workspaceId }, { lane: 2 });
      return { participantId: another.id };
    },
    "/playback/{callId} revert_transcript": async ({ owner, house: { callId } }) => {
      const { number } = await correctWords(owner, callId, {
        ...{ intent: "correct_words", number: 1, segment: 0, firstWord: 0, lastWord: 0 },
        ...{ before: "Hello", after: "Hallo", scope: "here", addTerm: false },
      });
      return { number: String(number) };
    },
  },
};
