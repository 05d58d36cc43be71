/** Entries separated by commas; a trailing star means unsure. */
export type WordLists = { backchannels: string; fillers: string };
