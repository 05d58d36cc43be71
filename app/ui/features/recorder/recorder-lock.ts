/** Held by the tab of this browser that records. */
export const RECORDER_LOCK = "parley-recorder";
/** Held beside it, and says which recording it is. */
export const lockOf = (recordingId: string): string => `${RECORDER_LOCK}:${recordingId}`;

/** The recording that a tab of this browser records right now; null: none. */
export async function heldHere(): Promise<string | null> {
  const { held = [] } = await navigator.locks.query();
  const name = held.find((lock) => lock.name?.startsWith(`${RECORDER_LOCK}:`))?.name;
  return name === undefined ? null : name.slice(RECORDER_LOCK.length + 1);
}
