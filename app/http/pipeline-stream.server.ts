import type { Member } from "#app/core/domain/access/actor.ts";
import { findRecordingRow } from "#app/core/domain/call/call-list.server.ts";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { lookUpAgain } from "./actor.server.ts";
import { eventStream } from "./stream.server.ts";

/** Changes of one call are gathered for this long, so a running stage is at most four updates a second. */
const GATHER_MS = 250;

/**
 * Rows of calls whose stages move: `call` with a RecordingRow, or `gone` with an id that the member no
 * longer sees. `again` after a break tells the page to load itself anew.
 */
export function watchPipeline(actor: Member, request: Request, closed: AbortSignal): Response {
  return eventStream(
    closed,
    (send, signal) => {
      const waiting = new Set<string>();
      let timer: NodeJS.Timeout | undefined;
      const flush = () => {
        timer = undefined;
        const ids = [...waiting];
        waiting.clear();
        for (const callId of ids)
          findRecordingRow(actor, callId).then(
            (row) => (row ? send("call", row) : send("gone", { callId })),
            () => send("again", null),
          );
      };
      listen(
        "pipeline",
        (payload) => {
          const [workspaceId, callId] = payload.split(":");
          if (workspaceId !== actor.workspaceId || callId === undefined) return;
          waiting.add(callId);
          timer ??= setTimeout(flush, GATHER_MS);
        },
        () => send("again", null),
        signal,
      );
      signal.addEventListener("abort", () => clearTimeout(timer));
    },
    async () => (await lookUpAgain(request)) !== null,
  );
}
