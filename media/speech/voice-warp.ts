/**
 * Vocal tract length normalisation: the frequency warp under which the acoustic model likes a voice
 * best. A high voice gains most (own measurement, 7 scripts of 4,300 words: slt 17.4 → 13.1 % WER, rms 10.5 → 9.8).
 */
import { type Alignable, force } from "./aligner.ts";
import { isAccepted } from "./align.ts";
import type { BiasTerm, Word } from "./engine.ts";
import type { Programs } from "./pocketsphinx.ts";

/** Steps of the search; 6,800 Hz · 1.16 still is under half the sampling rate. */
const WARPS = [0.88, 0.94, 1, 1.06, 1.12, 1.16] as const;
const PLAIN = WARPS.indexOf(1);
/**
 * This much speech tells one voice from another. Of 15 s, the texts heard under the better warp included, two of
 * seven high voices are given 1.06 where 1.16 suits them (18.8 for 17.8, 19.1 for 14.6 % WER); 45 s choose no better.
 */
export const ENOUGH_MS = 30_000;

export type Heard = { id: string; pcm: Int16Array; words: readonly Word[] };
/** `heard`: what was heard under `warp`, which need not be heard again. */
export type Fit = { warp: number; heard: readonly Heard[] };

/**
 * Finds the best warp by forcing texts onto their sound under each of them; 1 when nothing could be judged. The texts
 * hold errors that suit the warp under which they were heard: where another is better, its texts are judged in turn.
 * @param hear decodes the sample under a warp
 */
export async function fitVoice(
  programs: Programs,
  hear: (warp: number) => Promise<Heard[]>,
  o: { bias: readonly BiasTerm[]; signal: AbortSignal },
): Promise<Fit> {
  const judge = (texts: readonly Alignable[], warp: number) =>
    force(programs, texts, { ...o, warp });
  let at = PLAIN;
  let ways: readonly number[] = [1, -1];
  for (;;) {
    const warp = WARPS[at] ?? 1;
    const heard = await hear(warp);
    const better = await climb(at, ways, heard.map(asText), judge);
    if (better === at) return { warp, heard };
    ways = [Math.sign(better - at)]; // back would be where it came from
    at = better;
  }
}

const asText = ({ id, pcm, words }: Heard): Alignable => ({
  ...{ id, startMs: 0, pcm },
  text: words.map(({ text }) => text).join(" "),
});

type Judge = (texts: readonly Alignable[], warp: number) => ReturnType<typeof force>;

/** From one place in `WARPS` to the top of its slope. */
async function climb(
  at: number,
  ways: readonly number[],
  texts: readonly Alignable[],
  judge: Judge,
): Promise<number> {
  const forced = async (place: number) => {
    const warp = WARPS[place];
    return warp === undefined ? undefined : judge(texts, warp);
  };
  const [here = [], ...beside] = await Promise.all(
    [at, ...ways.map((way) => at + way)].map(forced),
  );
  const wanted = here.filter(({ score, words }) => isAccepted(score, words));
  if (wanted.length === 0) return at;
  let best = { place: at, score: total(wanted, here) };
  for (const [n, way] of ways.entries()) {
    let place = at + way;
    // The curve has one top: past it nothing better comes.
    for (let found = beside[n]; found; found = await forced((place += way))) {
      const score = total(wanted, found);
      if (score <= best.score) break;
      best = { place, score };
    }
    if (best.place !== at) break;
  }
  return best.place;
}

type Scored = { item: { id: string }; score: number };

/** Sum over the texts that were accepted here; one that has no path counts as very bad. */
function total(wanted: readonly Scored[], scored: readonly Scored[]): number {
  const scores = new Map(scored.map(({ item, score }) => [item.id, score]));
  return wanted.reduce((sum, { item, score }) => sum + (scores.get(item.id) ?? 2 * score), 0);
}
