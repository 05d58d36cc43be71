/** A period is one thing under three keys. */
const DAYS = ["from", "to"] as const;

/**
 * An address on a saved view: what the address says of a key holds in the place of what the view says, an empty value
 * too. Days in the address take the place of the view's range, and a range that of its days.
 * @param stored the view's query
 * @param own the address's, without the key that names the view where that is not to be read again
 */
export function onSavedView(stored: string, own: URLSearchParams): URLSearchParams {
  const says = (key: string): boolean => (own.get(key) ?? "") !== "";
  const isOver = (key: string): boolean =>
    own.has(key) ||
    (key === "range" && DAYS.some(says)) ||
    (DAYS.some((one) => one === key) && says("range"));
  const kept = [...new URLSearchParams(stored)].filter(([key]) => !isOver(key));
  return new URLSearchParams([...kept, ...own]);
}
