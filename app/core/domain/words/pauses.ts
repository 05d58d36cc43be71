/** Is there a pause before the word at this place of a row? */
export type HasPause = (at: number) => boolean;

/** Shorter silences belong to articulation, ms (Goldman-Eisler 1968). */
const PAUSE_MS = 250;

/** Of words on one clock, in the order they are said. */
export const pausesOf =
  (words: readonly { t0Ms: number; t1Ms: number }[]): HasPause =>
  (at) => {
    const [before, word] = [words[at - 1], words[at]];
    return before !== undefined && word !== undefined && word.t0Ms - before.t1Ms >= PAUSE_MS;
  };

/** Of words whose times are not known. */
export const noPauses: HasPause = () => false;
