import { LRUCache } from "lru-cache";
import * as z from "zod";
import { listen } from "#app/core/platform/live-feed.server.ts";
import { remember } from "#app/core/platform/remember.ts";
import type { MeterEvent } from "./live-views.ts";
import { asMeter, type MeterPast, withMeter } from "./meter-past.ts";

/** What a card of the wall shows of a call's meter: our share of all speech, and who talks alone for how long now. */
type CardMeter = { callId: string; share: number | null; monologueMs: number };

const payloadSchema: z.ZodType<MeterEvent> = z.object({
  nowMs: z.number(),
  behindMs: z.number().optional(),
  people: z.array(
    z.object({
      participantId: z.string(),
      share5: z.number().nullable(),
      share: z.number().nullable(),
      monologueMs: z.number(),
      speed: z.number().nullable(),
      levels: z.array(z.number()),
    }),
  ),
});

/** A call whose meter has not spoken for this long has nobody speaking: its monologue is over. */
const FRESH_MS = 5_000;
type Kept = MeterPast & { at: number };

/** The meter of each call as this process has heard it; never stored, so a new process begins empty. */
const kept = () =>
  remember("latest-meters", () => {
    const calls = new LRUCache<string, Kept>({ max: 1_000 }); // far more calls than one machine carries
    listen(
      "meter",
      (payload) => keep(calls, payload),
      () => undefined, // the numbers are renewed within half a second
      new AbortController().signal,
    );
    return calls;
  });

function keep(calls: LRUCache<string, Kept>, payload: string): void {
  const at = payload.indexOf(":");
  const meter = readPayload(payload.slice(at + 1));
  if (at < 0 || !meter) return;
  const callId = payload.slice(0, at);
  calls.set(callId, { ...withMeter(calls.get(callId), meter), at: Date.now() });
}

function readPayload(text: string): MeterEvent | null {
  try {
    return payloadSchema.parse(JSON.parse(text));
  } catch {
    return null; // of a neighbour's version, during a deploy
  }
}

/**
 * The last minutes of a call's meter as one event, for a page that comes late or is loaded again.
 * Asked once per stream, it also begins to keep what comes.
 * @returns null before anybody spoke here
 */
export function pastMeter(callId: string): MeterEvent | null {
  const found = kept().get(callId);
  if (!found) return null;
  const meter = asMeter(found);
  if (Date.now() - found.at <= FRESH_MS) return meter;
  return {
    ...meter,
    behindMs: 0,
    people: meter.people.map((person) => ({ ...person, monologueMs: 0 })),
  };
}

/**
 * @param ours participants of our side
 * @returns share null before anybody spoke here
 */
export function latestMeter(callId: string, ours: ReadonlySet<string>): CardMeter {
  const found = kept().get(callId);
  if (!found) return { callId, share: null, monologueMs: 0 };
  const { people } = found.newest;
  const shares = people.flatMap(({ participantId, share }) =>
    share !== null && ours.has(participantId) ? [share] : [],
  );
  const spoke = people.some(({ share }) => share !== null);
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
        : Math.max(0, ...people.map(({ monologueMs }) => monologueMs)),
  };
}
