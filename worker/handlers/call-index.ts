import { db } from "#app/core/platform/db.server.ts";
import { writeCallIndex } from "#app/core/domain/search/index.server.ts";
import type { Handlers } from "../handle.ts";

export const indexCall: Handlers["call.index"] = ({ workspaceId, callId }) =>
  db.$transaction((tx) => writeCallIndex(tx, { workspaceId, callId }));
