import { generateRun } from "#app/core/domain/analysis/generate.server.ts";
import { openModel } from "#app/core/integrations/llm/chat.server.ts";
import type { Handlers } from "../handle.ts";

/** A run of a language model; what it may say is decided by code that reads the transcript. */
export const generateSummary: Handlers["summary.generate"] = (job, { signal }) =>
  generateRun(job, openModel, signal);
