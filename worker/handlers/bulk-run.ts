import { runBulkFor } from "#app/core/domain/bulk/run.server.ts";
import type { Handlers } from "../handle.ts";

export const bulkRun: Handlers["bulk.run"] = ({ workspaceId, runId }, { signal }) =>
  runBulkFor({ workspaceId, runId }, signal);
