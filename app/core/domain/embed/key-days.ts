/** Days a key works, of itself (product §6). */
export const USUAL_KEY_DAYS = 90;
export const MOST_KEY_DAYS = 730;
