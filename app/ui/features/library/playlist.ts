import type { RangeMs } from "#app/core/domain/views.ts";

/** An item under the title it had when playing began. */
export type Entry = { id: string; title: string };

/** A list that plays. It keeps the order of the moment playing began, whichever folder is shown meanwhile. */
export type Playlist = {
  entries: readonly Entry[];
  currentId: string;
  /** Ids of items that could not be played, since one was last chosen or played to its end. */
  failed: readonly string[];
  /** Counts what is opened, so that one that failed can be tried again. */
  turn: number;
};

/** A new list of what is shown. */
export const begin = (
  before: Playlist | null,
  entries: readonly Entry[],
  currentId: string,
): Playlist => ({ entries, currentId, failed: [], turn: (before?.turn ?? 0) + 1 });

/** Goes to an item that was chosen, or to the one after an end: what failed before it is done with. */
export function goTo(list: Playlist, id: string): Playlist {
  if (id === list.currentId && !list.failed.includes(id)) return list;
  return begin(list, list.entries, id);
}

/** Play in a row: goes there within the list that plays, or begins one of what is shown. */
export const choose = (list: Playlist | null, shown: readonly Entry[], id: string): Playlist =>
  list !== null && list.entries.some((entry) => entry.id === id)
    ? goTo(list, id)
    : begin(list, shown, id);

/**
 * What comes before and after the current item, and which of how many it is. The current one counts even where it has
 * just been removed.
 * @param ready ids of all items that can be played now, on the whole page
 */
export function around({ entries, currentId }: Playlist, ready: ReadonlySet<string>) {
  const left = entries.filter(({ id }) => id === currentId || ready.has(id));
  const at = left.findIndex(({ id }) => id === currentId);
  return { before: left[at - 1]?.id, after: left[at + 1]?.id, n: at + 1, total: left.length };
}

/**
 * Goes on after an item that could not be played; at the end the list stays there. It only ever goes forward, so that
 * a list of which nothing plays comes to its end.
 * @param failedId the item that failed; of one that was left already, nothing changes
 */
export function passOver(list: Playlist, failedId: string, ready: ReadonlySet<string>): Playlist {
  if (list.currentId !== failedId || list.failed.includes(failedId)) return list;
  const failed = [...list.failed, failedId];
  const { after } = around(list, ready);
  return after === undefined
    ? { ...list, failed }
    : { ...list, failed, currentId: after, turn: list.turn + 1 };
}

/** The silences inside of what is played, so that the time saved is that of the item and not of its whole call. */
export const silencesWithin = (silences: readonly RangeMs[], { t0Ms, t1Ms }: RangeMs): RangeMs[] =>
  silences
    .map((range) => ({ t0Ms: Math.max(range.t0Ms, t0Ms), t1Ms: Math.min(range.t1Ms, t1Ms) }))
    .filter((range) => range.t1Ms > range.t0Ms);
