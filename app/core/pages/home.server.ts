import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import { liveAvailability } from "#app/core/domain/live/availability.server.ts";
import { listComponents } from "#app/core/domain/component/component-status.server.ts";
import { listArriving, listRecordings } from "./recordings.server.ts";
import { parseRecordingsQuery } from "./recordings-query.ts";

/** Five of each, the rest behind "All calls" (product §10.1). */
const MOST = 5;

/** Everything Home shows: what arrives, what is ready, the parts for who keeps them, and the demo's call. */
export async function getHome(actor: Member) {
  const { query } = parseRecordingsQuery(
    new URLSearchParams({ state: "ready", limit: String(MOST) }),
  );
  const [arriving, recent, components, live] = await Promise.all([
    listArriving(actor, MOST),
    listRecordings(actor, query),
    listComponents(),
    liveAvailability(),
  ]);
  return {
    arriving,
    recent: recent.rows,
    components: can(actor, "parts.read") ? components : [],
    demoCall: actor.isDemo && can(actor, "live.start") ? live : null,
  };
}
