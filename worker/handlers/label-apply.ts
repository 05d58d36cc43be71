import { applyRuleToPast } from "#app/core/domain/label/past-calls.server.ts";
import type { Handlers } from "../handle.ts";

export const applyLabel: Handlers["label.apply"] = ({ workspaceId, labelId }, { signal }) =>
  applyRuleToPast({ workspaceId, labelId }, signal);
