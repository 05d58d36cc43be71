import { TALK_KINDS, type TalkKind } from "../views.ts";
import { BAND_KEYS, type Band, type Bands, isSameBand, ourBand } from "./bands.ts";

export type BandKey = (typeof BAND_KEYS)[number];
export const isBandKey = (key: string): key is BandKey => BAND_KEYS.some((one) => one === key);

/** What a bound is written in, how much of what the metric is computed in makes one of it, and the most it may be. */
type About = {
  unit:
    | "percent"
    | "seconds"
    | "per_minute"
    | "per_hour"
    | "score"
    | "words_per_minute"
    | "morae_per_second";
  per: number;
  most: number;
};
const share: About = { unit: "percent", per: 0.01, most: 100 };
const length: About = { unit: "seconds", per: 1000, most: 7200 };
const rate: About = { unit: "per_minute", per: 1, most: 100 };
export const BAND_UNIT: Record<BandKey, About> = {
  talk_ratio: share,
  longest_monologue: length,
  longest_customer_story: length,
  switches_per_min: rate,
  interactivity: { unit: "score", per: 1, most: 10 },
  questions_per_hour: { unit: "per_hour", per: 1, most: 1000 },
  answered_questions: share,
  patience: { unit: "seconds", per: 1000, most: 5 },
  cut_in: share,
  silences: rate,
  overlap_ratio: share,
  interruptions: rate,
  speed: { unit: "words_per_minute", per: 1, most: 1000 },
  // They are computed a minute.
  speed_morae: { unit: "morae_per_second", per: 60, most: 50 },
  speed_gap: { ...share, most: 1000 },
};

/** A monologue alone has a stretch that is worth a look before it is too long. */
export const WATCHED: BandKey = "longest_monologue";

/** The bounds of a range as people write them; empty: none. */
export type WrittenBand = { from: string; to: string; watchTo: string };
export type BandRow = {
  key: BandKey;
  shown: WrittenBand;
  ours: WrittenBand;
  /** Nothing was set, or what was is the same. */
  isOurs: boolean;
};
export type BandSettings = { kind: TalkKind; rows: BandRow[]; version: number };

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A bound as people write it. */
export const written = (key: BandKey, bound: number | undefined): string =>
  bound === undefined ? "" : String(rounded(bound / BAND_UNIT[key].per));
const writtenBand = (key: BandKey, { from, to, watchTo }: Band): WrittenBand => ({
  from: written(key, from),
  to: written(key, to),
  watchTo: written(key, watchTo),
});

/** @param ours taken as it is where it is what was written: written bounds are rounded */
function boundOf(key: BandKey, number: number | null, ours: number | undefined) {
  if (number === null) return undefined;
  if (String(rounded(number)) === written(key, ours)) return ours;
  return Math.round(number * BAND_UNIT[key].per * 1e6) / 1e6;
}

/** What is kept of written bounds; null where it is our default. */
export function bandOfNumbers(
  key: BandKey,
  kind: TalkKind,
  { from, to, watchTo }: { from: number | null; to: number | null; watchTo: number | null },
): Band | null {
  const ours = ourBand(key, kind);
  const band: Band = {
    from: boundOf(key, from, ours.from),
    to: boundOf(key, to, ours.to),
    watchTo: boundOf(key, watchTo, ours.watchTo),
  };
  return isSameBand(band, ours) ? null : band;
}

/** The ranges of a kind of call as its form begins. */
export const bandRows = (bands: Bands, kind: TalkKind): BandRow[] =>
  BAND_KEYS.map((key) => {
    const ours = ourBand(key, kind);
    const own = bands[kind][key];
    return {
      key,
      shown: writtenBand(key, own ?? ours),
      ours: writtenBand(key, ours),
      isOurs: own === undefined || isSameBand(own, ours),
    };
  });

export const readTalkKind = (text: string | null): TalkKind =>
  TALK_KINDS.find((kind) => kind === text) ?? TALK_KINDS[0];
