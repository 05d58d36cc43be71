/** Keys of a page that makes clips (product §8.9): I and O mark, X takes what is marked or selected. */
export const CLIP_START = "page.clipStart";
export const CLIP_END = "page.clipEnd";
export const CLIP_TAKE = "page.clipTake";
