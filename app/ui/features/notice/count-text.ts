import { MOST_COUNTED } from "#app/core/domain/notification/notice-views.ts";

/** "3", and "99+" for more than are counted. */
export const countText = (count: number): string =>
  count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count);
