import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { renewCutWords } from "#app/core/domain/cut/upkeep.server.ts";
import {
  findWithoutNumbers,
  isMediaToCome,
  StageLost,
} from "#app/core/domain/recording/stages.server.ts";
import { settleWords } from "#app/core/domain/recording/voice.server.ts";
import { summariseVersion } from "#app/core/domain/analysis/summarise.server.ts";
import { deriveStage } from "../stages/derive-stage.ts";
import type { Handlers } from "../handle.ts";

type Version = { workspaceId: string; callId: string; number: number };

export const deriveTranscript: Handlers["transcript.derive"] = (version, { signal }) =>
  derive(version, signal);

/**
 * For words that were not recognised just now: an import's numbers are a stage of its recording; where somebody
 * corrected words or speakers, numbers, hits, search and Highlights follow the new version.
 */
export async function derive(version: Version, signal: AbortSignal): Promise<void> {
  // Words that came with a recording wait for it, and what is made of them begins once it plays.
  if (await isMediaToCome(version.workspaceId, version.callId)) return;
  // Links of the call show the words from before until these are cut.
  await renewCutWords(version);
  // Other words may be current now, and those may be missing fewer or more.
  await settleWords(version.workspaceId, version.callId);
  const unfinished = await findWithoutNumbers(version.workspaceId, version.callId);
  try {
    if (unfinished && (await deriveStage(unfinished, signal))) return;
  } catch (error) {
    if (!(error instanceof StageLost)) throw error;
    return;
  }
  await deriveVersion(version, version.number);
  await summariseVersion(version, version.number);
}
