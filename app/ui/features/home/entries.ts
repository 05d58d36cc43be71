import type { HomeItem } from "#app/core/pages/home-views.ts";
import type { Finished } from "./finished.ts";

/** A row of the queue; `finished`: what was done about it here. */
export type Entry = { item: HomeItem; finished: Finished | null };

/**
 * The rows after the page was read again: finished ones stay where they were, what waits no more is gone, and what is
 * new comes where the reading has it.
 * @param sent rows whose form is on its way: they stay for its answer
 */
export function merge(
  before: readonly Entry[],
  items: readonly HomeItem[],
  sent: ReadonlySet<string> = new Set(),
): Entry[] {
  const stays = ({ item, finished }: Entry) => finished !== null || sent.has(item.key);
  const kept = new Set(before.filter(stays).map(({ item }) => item.key));
  const now = items
    .filter(({ key }) => !kept.has(key))
    .map((item): Entry => ({ item, finished: null }));
  for (const [at, entry] of before.entries())
    if (stays(entry)) now.splice(Math.min(at, now.length), 0, entry);
  return now;
}

export const finish = (entries: readonly Entry[], key: string, finished: Finished): Entry[] =>
  entries.map((entry) => (entry.item.key === key ? { ...entry, finished } : entry));

/** It waits again, until the page is read again and says so itself. */
export const undo = (entries: readonly Entry[], key: string): Entry[] =>
  entries.map((entry) => (entry.item.key === key ? { ...entry, finished: null } : entry));
