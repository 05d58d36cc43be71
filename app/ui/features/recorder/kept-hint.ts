import { readStored, writeStored } from "#app/ui/browser/storage.ts";

const PREFIX = "parley:recorder:";

/**
 * Whether this browser holds something of a member's recordings, read without opening their database: every page asks.
 * Where storage is closed to pages the answer is no, and the page of the recorder sends what there is.
 */
export const keepsPieces = (memberId: string): boolean =>
  readStored("local", PREFIX + memberId) !== null;

export const noteKept = (memberId: string, isKept: boolean): void =>
  writeStored("local", PREFIX + memberId, isKept ? "1" : null);

/** Whether it holds something of any member's recordings. */
export function keepsAnyPieces(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX));
  } catch {
    return false;
  }
}
