import { areWordsMissing, type Coverage, isTrackMissing, sumOf } from "../words/coverage.ts";

/** What recognised the words: an id of the `stages` catalogue, and the model where it has one. */
export type EngineRef = { id: string; model: string | null };

/** How much of what is said in a recording has words. */
export type WordsView = Coverage & {
  isMissing: boolean;
  engine: EngineRef | null;
  /** Those whose words are missing are very quiet; where none are missing, all who talk. */
  isQuiet: boolean;
  /** All of its tracks; the name is empty where one is not one person's. */
  tracks: (Coverage & { id: string; name: string })[];
  /** People whose words are missing while others have theirs. */
  people: (Coverage & { id: string; name: string })[];
  /** People of whom no sound arrived, while others talk. */
  silent: string[];
};

export type MeasuredTrack = {
  id: string;
  /** Empty where the track is not one person's. */
  name: string;
  voiceMs: number | null;
  voiceDb: number | null;
  isSilent: boolean | null;
};

/** dBFS under which speech is called very quiet: 15 to 20 dB under what people usually record. */
export const QUIET_DB = -37;
/** Others have to say something before a silent track is worth a word. */
const OTHERS_TALK_MS = 10_000;

/**
 * @param covered by track id, of the version people read; null: nothing was recognised, though it was wanted
 * @returns null where nothing was measured
 */
export function wordsView(
  tracks: readonly MeasuredTrack[],
  covered: Readonly<Record<string, number>>,
  engine: EngineRef | null,
): WordsView | null {
  const measured = tracks.flatMap(({ voiceMs, ...track }) =>
    voiceMs === null ? [] : [{ ...track, voiceMs, coveredMs: covered[track.id] ?? 0 }],
  );
  if (measured.length === 0) return null;
  const all = sumOf(measured);
  const talking = measured.filter(({ voiceMs }) => voiceMs > 0);
  const lost = measured.filter((track) => isTrackMissing(track, all));
  const isMissing = areWordsMissing(measured);
  const judged = isMissing && lost.length > 0 ? lost : talking;
  const shown = ({ id, name, voiceMs, coveredMs }: (typeof measured)[number]) => ({
    ...{ id, name, voiceMs, coveredMs },
  });
  return {
    ...all,
    isMissing,
    engine,
    isQuiet: judged.length > 0 && judged.every(({ voiceDb }) => (voiceDb ?? 0) < QUIET_DB),
    tracks: measured.map(shown),
    people: lost.length < talking.length ? lost.filter(({ name }) => name !== "").map(shown) : [],
    silent: all.voiceMs < OTHERS_TALK_MS ? [] : silentOf(measured),
  };
}

/** One of two whose microphone was dead is worth a word; who listened in a meeting of many, muted, is not. */
function silentOf(tracks: readonly Pick<MeasuredTrack, "name" | "isSilent">[]): string[] {
  const silent = tracks.filter(({ isSilent }) => isSilent === true);
  return silent.length * 2 < tracks.length
    ? []
    : silent.flatMap(({ name }) => (name === "" ? [] : [name]));
}
