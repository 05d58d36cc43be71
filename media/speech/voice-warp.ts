/**
 * Vocal tract length normalisation: the frequency warp under which the acoustic model likes a voice best. A high voice
 * gains most (own measurement, six scripts of 3,700 words sent through the product without a warp and with it: slt
 * 17.6 → 11.3 % WER, rms 10.4 → 9.9).
 */
import { type Alignable, force } from "./aligner.ts";
import { isAccepted } from "./align.ts";
import { POOL_SIZE } from "./decoder-pool.ts";
import type { BiasTerm, Word } from "./engine.ts";
import type { Programs } from "./pocketsphinx.ts";

/** From a long vocal tract to a short one; what is gained past either end is within the noise. */
const WARPS = [0.88, 0.94, 1, 1.06, 1.12, 1.18, 1.24] as const;
/** Once a side is chosen, the texts heard there can only move it so far. */
const STEPS = 2;
/** Half a minute gave one script of six another warp than the voice's other five (own measurement, 0.82 still tried). */
export const ENOUGH_MS = 45_000;

export type Heard = { id: string; pcm: Int16Array; words: readonly Word[] };
/** `heard`: what was heard under `warp`, which need not be heard again. */
export type Fit = { warp: number; heard: readonly Heard[] };

/**
 * `isAside`: while a call is under way, on one core and behind everything else. `from`: the warp to begin with, 1
 * where nothing is known.
 */
type FitManner = {
  bias: readonly BiasTerm[];
  signal: AbortSignal;
  isAside?: boolean;
  from?: number;
};

/** Finals, drafts and the recording go first; a fit that comes a few seconds later is no loss. */
export const ASIDE_NICENESS = 15;

/**
 * Finds the best warp by forcing texts onto their sound under each of them; `from` when nothing could be judged. The texts
 * hold errors that suit the warp under which they were heard: where another is better, its texts are judged in turn.
 * @param hear decodes the sample under a warp
 */
export async function fitVoice(
  programs: Programs,
  hear: (warp: number) => Promise<Heard[]>,
  o: FitManner,
): Promise<Fit> {
  let at = Math.max(
    0,
    WARPS.findIndex((warp) => warp === (o.from ?? 1)),
  );
  let rivals: readonly number[] = WARPS.map((_, place) => place);
  const judged = new Set<number>();
  for (;;) {
    const warp = WARPS[at] ?? 1;
    const heard = await hear(warp);
    judged.add(at);
    const best = await bestOf(programs, heard.map(asText), { ...o, at, rivals });
    if (judged.has(best)) return { warp, heard }; // the best itself, or two that are as good
    at = best;
    rivals = WARPS.flatMap((_, place) => (Math.abs(place - best) <= STEPS ? [place] : []));
  }
}

const asText = ({ id, pcm, words }: Heard): Alignable => ({
  ...{ id, startMs: 0, pcm },
  text: words.map(({ text }) => text).join(" "),
});

/** The place in `WARPS` under which texts, heard at the place `at`, lie best on their sound. */
async function bestOf(
  programs: Programs,
  texts: readonly Alignable[],
  o: FitManner & { at: number; rivals: readonly number[] },
): Promise<number> {
  const judge = async (place: number) => ({
    place,
    found: await force(programs, texts, {
      bias: o.bias,
      signal: o.signal,
      warp: WARPS[place] ?? 1,
      ...(o.isAside === true && { niceness: ASIDE_NICENESS }),
    }),
  });
  const forced: Awaited<ReturnType<typeof judge>>[] = [];
  const concurrency = o.isAside === true ? 1 : POOL_SIZE;
  for (let n = 0; n < o.rivals.length; n += concurrency)
    forced.push(...(await Promise.all(o.rivals.slice(n, n + concurrency).map(judge))));
  const here = forced.find(({ place }) => place === o.at)?.found ?? [];
  const wanted = here.filter(({ score, words }) => isAccepted(score, words));
  if (wanted.length === 0) return o.at;
  let best = { place: o.at, score: total(wanted, here) };
  for (const { place, found } of forced) {
    const score = total(wanted, found);
    if (score > best.score) best = { place, score };
  }
  return best.place;
}

type Scored = { item: { id: string }; score: number };

/** Sum over the texts that were accepted here; one that has no path counts as very bad. */
function total(wanted: readonly Scored[], scored: readonly Scored[]): number {
  const scores = new Map(scored.map(({ item, score }) => [item.id, score]));
  return wanted.reduce((sum, { item, score }) => sum + (scores.get(item.id) ?? 2 * score), 0);
}
