const DAY_MS = 86_400_000;
/** So long a deleted clip can be restored (product §8.6); one that went with its call as long as the call. */
export const TRASH_DAYS = 30;

/** When what was deleted then is removed for good: by the night after. */
export const endOfTrash = (deletedAt: Date): Date =>
  new Date(deletedAt.getTime() + TRASH_DAYS * DAY_MS);
