/**
 * What comes beside the page's script, which waits for it: a page that is woken up while a part of it is still on its way
 * is drawn from the start again.
 */
const words = await import("./clip-words.tsx");
export const { ClipWords } = words;
