/** Ends what is above the words of a text file of ours: title, time, people. */
export const HEADER_END = "----";
