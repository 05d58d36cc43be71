import {
  hasFullName,
  isCalledAfter,
  isSamePerson,
  peopleOfTitles,
  trackOf,
} from "#app/core/domain/recording/track-names.ts";
import type { NewTrack, TranscodeSource } from "#app/core/domain/recording/transcode.server.ts";
import { serverI18n } from "#app/i18n/i18n.server.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#app/i18n/languages.ts";
import type { NormalisedMedia } from "#media/ffmpeg/normalise.ts";

type Lanes = {
  perSpeaker: NormalisedMedia["perSpeaker"];
  lanes: readonly Pick<NormalisedMedia["lanes"][number], "title">[];
};
type Voice = TranscodeSource["originals"][number]["voice"];
type Source = Pick<TranscodeSource, "language" | "ownerName"> & {
  originals: readonly { voice: Voice }[];
};

/**
 * Whose voice each lane is. A track that is called after the person whom the form names is theirs, and one that is
 * called after the call's owner is the owner's; else the left channel and the first track are ours, all others the
 * customer's, and the person of the form is the first lane of their side. A file with one lane is theirs whole.
 */
export function whoIsOn({ lanes, perSpeaker }: Lanes, source: Source): NewTrack["who"][] {
  const voice = source.originals[0]?.voice ?? null;
  if (perSpeaker === null)
    return lanes.map(() => (voice ? { participantId: voice.participantId } : "everybody"));
  const titles = lanes.map(({ title }) => title);
  const { voiceAt, oursAt, isOwner } = placesIn(titles, voice, source.ownerName);
  const names = peopleOfTitles(titles).map((name) =>
    name === null || isCalledAfter(name, source.ownerName) ? null : name,
  );
  const label = customerIn(source.language);
  let customers = 0;
  return lanes.map((_, at) => {
    const isVoice = at === voiceAt;
    const side = (isVoice ? voice?.side === "R" : at === oursAt) ? "R" : "C";
    if (side === "C") customers += 1;
    if (voice && isVoice) return { participantId: voice.participantId };
    const name = names[at] ?? null;
    if (side === "R")
      return { side, name: !isOwner && name !== null && hasFullName(name) ? name : null };
    return { side, name, ...(customers > 1 && { further: { number: customers, label } }) };
  });
}

type Places = {
  /** Of the person whom the form names. */
  voiceAt: number | null;
  /** Of the owner, or of who is in their place; null where the form's person is. */
  oursAt: number | null;
  /** The track there is called after the owner. */
  isOwner: boolean;
};

function placesIn(titles: readonly (string | null)[], voice: Voice, ownerName: string): Places {
  const titled = voice && titledAfter(voice.name, titles, ownerName);
  const owner = trackOf(
    ownerName,
    titles.map((title, at) => (at === titled ? null : title)),
  );
  const isOwner = owner !== null;
  const firstBut = (taken: number | null) => (taken === 0 ? 1 : 0);
  if (voice?.side === "R") return { voiceAt: titled ?? firstBut(owner), oursAt: owner, isOwner };
  const oursAt = owner ?? firstBut(titled);
  return { voiceAt: voice && (titled ?? firstBut(oursAt)), oursAt, isOwner };
}

/** The form may say "Ann" of "Ann Ray", yet a whole name is the owner's before it is a customer's first one. */
const titledAfter = (name: string, titles: readonly (string | null)[], ownerName: string) =>
  trackOf(name, titles) ??
  trackOf(
    name,
    titles.map((title) => (title !== null && isSamePerson(title, ownerName) ? null : title)),
    { isShort: true },
  );

const customerIn = (language: string | null): string =>
  serverI18n(isLanguage(language) ? language : DEFAULT_LANGUAGE).t("common:side.them");
