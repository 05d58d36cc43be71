import { text } from "node:stream/consumers";
import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { parseTranscript } from "#app/core/domain/transcript/import/parse-transcript.ts";
import { publishTranscript } from "#app/core/domain/transcript/publish.server.ts";
import { closeDatabase, db } from "#app/core/platform/db.server.ts";

// `give-words.ts {callId}`: the captions that stand on its input become the words of a call whose sound nothing here
// recognises. It hears what the pipeline made; waiting for a recogniser is another journey's.

const [callId = ""] = process.argv.slice(2);
const read = parseTranscript(new TextEncoder().encode(await text(process.stdin)), {
  language: "en",
});
if (!read.isOk) throw new Error("the captions cannot be read");
const call = await db.call.findFirstOrThrow({
  where: { id: callId },
  include: { participants: true, recordings: true },
});
const { workspaceId } = call;
const speakers = read.document.speakers.map(
  ({ name }) => call.participants.find((one) => one.name === name)?.id ?? null,
);
const number = await db.$transaction(async (tx) => {
  await tx.call.updateMany({ where: { workspaceId, id: callId }, data: { language: "en" } });
  const made = await publishTranscript(tx, {
    ...{ workspaceId, callId, recordingId: call.recordings[0]?.id ?? null, origin: "import" },
    ...{ engine: null, model: null, language: "en", settings: { format: read.format } },
    createdBy: call.ownerId,
    segments: read.document.segments.map(({ speaker, ...segment }) => ({
      ...segment,
      participantId: speaker === null ? null : (speakers[speaker] ?? null),
      trackId: null,
    })),
  });
  return made.number;
});
await deriveVersion({ workspaceId, callId }, number);
await closeDatabase();
