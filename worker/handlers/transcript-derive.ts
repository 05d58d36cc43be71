import { deriveVersion } from "#app/core/domain/call/derive.server.ts";
import { summariseVersion } from "#app/core/domain/summary/summarise.server.ts";
import type { Handlers } from "../handle.ts";

/** Somebody corrected words or speakers: numbers, hits, search and Highlights follow the new version. */
export const deriveTranscript: Handlers["transcript.derive"] = async ({
  workspaceId,
  callId,
  number,
}) => {
  await deriveVersion({ workspaceId, callId }, number);
  await summariseVersion({ workspaceId, callId }, number);
};
