/** What is known of a segment beside its words, as bits of its `flags`. */
export const FLAGS = { bleed: 1, inaudible: 2, safetyCopy: 4, redacted: 8, edited: 16 } as const;

/** What a microphone picked up of the other side: it is shown on request, and counts nowhere, for it is theirs. */
export const isBleed = (flags: number): boolean => (flags & FLAGS.bleed) !== 0;
