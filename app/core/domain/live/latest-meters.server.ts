import { LRUCache } from "lru-cache";
import * as z from "zod";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { remember } from "#app/core/platform/remember.ts";

/** What a card of the wall shows of a call's meter: our share of all speech, and who talks alone for how long now. */
type CardMeter = { callId: string; share: number | null; monologueMs: number };

const payloadSchema = z.object({
  people: z.array(
    z.object({ participantId: z.string(), share: z.number().nullable(), monologueMs: z.number() }),
  ),
});

/** A call whose meter has not spoken for this long has nobody speaking: its monologue is over. */
const FRESH_MS = 5_000;
type Kept = {
  people: { participantId: string; share: number | null; monologueMs: number }[];
  at: number;
};

/** The newest meter of each call that this process has heard; never stored, so a new process begins empty. */
const kept = () =>
  remember("latest-meters", () => {
    const calls = new LRUCache<string, Kept>({ max: 1_000 }); // far more calls than one machine carries
    listen(
      "meter",
      (payload) => keep(calls, payload),
      () => calls.clear(),
      new AbortController().signal,
    );
    return calls;
  });

function keep(calls: LRUCache<string, Kept>, payload: string): void {
  const at = payload.indexOf(":");
  const meter = readPayload(payload.slice(at + 1));
  if (at < 0 || !meter) return;
  calls.set(payload.slice(0, at), { people: meter.people, at: Date.now() });
}

function readPayload(text: string): z.output<typeof payloadSchema> | null {
  try {
    return payloadSchema.parse(JSON.parse(text));
  } catch {
    return null; // of a neighbour's version, during a deploy
  }
}

/**
 * @param ours participants of our side
 * @returns share null before anybody spoke here
 */
export function latestMeter(callId: string, ours: ReadonlySet<string>): CardMeter {
  const found = kept().get(callId);
  if (!found) return { callId, share: null, monologueMs: 0 };
  const shares = found.people.flatMap(({ participantId, share }) =>
    share !== null && ours.has(participantId) ? [share] : [],
  );
  const spoke = found.people.some(({ share }) => share !== null);
  return {
    callId,
    share: spoke
      ? Math.min(
          1,
          shares.reduce((sum, share) => sum + share, 0),
        )
      : null,
    monologueMs:
      Date.now() - found.at > FRESH_MS
        ? 0
        : Math.max(0, ...found.people.map(({ monologueMs }) => monologueMs)),
  };
}
