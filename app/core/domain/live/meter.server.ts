import { db, notify } from "#app/core/platform/db.server.ts";
import type { MeterEvent } from "./live-views.ts";

/** NOTIFY refuses 8,000 bytes and more. */
const MOST_BYTES = 7_900;

/** The streams of a call get their meters by NOTIFY alone: `<call>:<JSON of MeterEvent>`; nothing is stored. */
export async function publishMeter(callId: string, meter: MeterEvent): Promise<void> {
  let payload = `${callId}:${JSON.stringify(meter)}`;
  if (payload.length > MOST_BYTES) {
    const people = meter.people.map((person) => ({ ...person, levels: [] }));
    payload = `${callId}:${JSON.stringify({ ...meter, people })}`;
  }
  if (payload.length > MOST_BYTES) return;
  await notify(db, "meter", payload);
}

/** Reads a payload of the channel `meter`; null where it is another call's. */
export function readMeter(callId: string, payload: string): MeterEvent | null {
  if (!payload.startsWith(`${callId}:`)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `publishMeter` of this very version or its neighbour
  return JSON.parse(payload.slice(callId.length + 1)) as MeterEvent;
}
