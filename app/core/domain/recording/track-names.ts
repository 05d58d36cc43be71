import { foldName } from "../words/fold.ts";

/** As a person's name in a form. */
const MOST_CHARS = 60;
/** Letters with their marks, and what joins the words of a name. */
const NAME = /^\p{L}[\p{L}\p{M}\s'’.\-‐·・=＝]*[\p{L}\p{M}.]$/u;

/** What recorders, cameras and editors call a track or its handler; any of these words makes a title no name. */
const WORDS_OF_TOOLS = [
  "aac audio aux browser cam camera capture channel chat chrome commentary computer core default desktop device",
  "dialog dialogue discord display effects english export everyone exported extra feed file final firefox flac",
  "game garageband gpac guest guests handler headphones headset host input internal iphone left line lossless",
  "mainconcept main master meet meeting mic microphone mics mix mixdown mixed mono mp music narration obs off on",
  "opus original output participant participants pcm podcast primary program project quicktime record recorded",
  "recorder recording remote right room safari screen secondary simple skype slack sound soundhandler source",
  "speaker speakers speech stereo stream surround system tab teams test the title track translation unknown",
  "untitled unused usb video voice voiceover voices vorbis wave webcam webex window windows zoom",
  "blackhole blue boom console descript focusrite krisp lavalier lavf loopback podtrak riverside shure twitch",
  "airpods elgato jabra logitech macbook plantronics realtek rode sennheiser solo soundflower undetermined videohandler",
  "voicemeeter yeti zencastr",
  "agent caller client customer employee interviewee interviewer moderator narrator presenter prospect rep sales seller",
  "audiospur aufnahme ausgang ausgabe bildschirm eingang eingabe gast kanal kunde kundin kopfhörer lautsprecher links",
  "mikrofon mikro moderatorin musik rechner rechts spur sprecher sprecherin stimme teilnehmer ton tonspur unbenannt",
  "verkäufer audioquelle quelle",
  "animateur bureau casque droite écran enregistrement entrée gauche haut hôte invité invitée micro modérateur",
  "musique ordinateur parleur piste sans son sortie système titre vendeur voix",
].flatMap((line) => line.split(" "));

/** Parts of a Japanese title that is no name. */
const PARTS_OF_TITLES =
  /マイク|デスクトップ|システム|トラック|オーディオ|スピーカ|チャンネル|ステレオ|モノラル|パソコン|ゲーム|音|出力|入力|録画|画面|話者|参加者|発言者|司会|ゲスト|ホスト|自社|顧客|左|右|不明/u;

/** Languages that sound tracks are often called by, in English and in themselves. */
const LANGUAGES = [
  ...[
    "ar",
    "cs",
    "da",
    "de",
    "el",
    "en",
    "es",
    "fi",
    "fr",
    "he",
    "hi",
    "hu",
    "id",
    "it",
    "ja",
    "ko",
  ],
  ...["nb", "nl", "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh"],
];

const notNames: ReadonlySet<string> = new Set(
  [
    ...WORDS_OF_TOOLS,
    ...LANGUAGES.flatMap((code) =>
      ["en", "ja", code].map(
        (reader) => new Intl.DisplayNames(reader, { type: "language" }).of(code) ?? "",
      ),
    ),
  ].map(foldName),
);

/**
 * The person that a track is called after in its file. Only what can hardly be anything else is taken: a track without
 * a name is soon given one, and a wrong name is believed.
 * @param title one line
 * @returns null where the title is no name
 */
export function personOfTitle(title: string): string | null {
  const name = title.normalize("NFC").replace(/\s+/g, " ").trim();
  if (name.length < 2 || name.length > MOST_CHARS || !NAME.test(name)) return null;
  if (PARTS_OF_TITLES.test(name) || notNames.has(foldName(name))) return null;
  const words = wordsOf(name);
  if (words.some((word) => notNames.has(foldName(word)))) return null;
  const isWritten = /^\p{Lu}|^[\p{Lo}\p{Lt}]/u.test(name); // "mic one" and codes such as "eng" are not
  const isAcronym = words.length === 1 && /^\p{Lu}+$/u.test(name);
  return isWritten && !isAcronym ? name : null;
}

const wordsOf = (name: string): string[] =>
  name.split(/[\s.\-‐·・=＝]+/u).filter((word) => word !== "");
const keyOf = (name: string): string => foldName(name).trim();

/** Whether a person's name has a given name and a surname: one word may be a nickname, or a thing that is not known here. */
export const hasFullName = (name: string): boolean => wordsOf(name).length > 1;

/** Whether two names are one: case, accents and width aside. */
export const isSamePerson = (one: string, other: string): boolean => keyOf(one) === keyOf(other);

/** Whether a name is one word of a longer one: "Bob" of "Bob Lee". */
const isWordOf = (word: string, name: string): boolean =>
  wordsOf(word).length === 1 &&
  hasFullName(name) &&
  wordsOf(name).some((part) => isSamePerson(part, word));

/** Whether a title calls a person: by their name, or by one word of it. */
export const isCalledAfter = (title: string, name: string): boolean =>
  keyOf(name) !== "" &&
  (isSamePerson(title, name) || (personOfTitle(title) !== null && isWordOf(title, name)));

/**
 * The one track that is called after a person: by their whole name, or else by one word of it.
 * @param isShort their name may be the shorter one as well, as in a form that says "Ann" of "Ann Ray"
 * @returns its place; null where there is none, or there are several
 */
export function trackOf(
  name: string,
  titles: readonly (string | null)[],
  { isShort = false } = {},
): number | null {
  if (keyOf(name) === "") return null;
  const placesOf = (isTheirs: (title: string) => boolean) =>
    titles.flatMap((title, at) => (title !== null && isTheirs(title) ? [at] : []));
  const whole = placesOf((title) => isSamePerson(title, name));
  const found =
    whole.length > 0
      ? whole
      : placesOf(
          (title) =>
            isCalledAfter(title, name) ||
            (isShort && personOfTitle(title) !== null && isWordOf(name, title)),
        );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The people that the tracks of one file are called after, in its order; a name on several tracks is none of theirs. */
export function peopleOfTitles(titles: readonly (string | null)[]): (string | null)[] {
  const names = titles.map((title) => (title === null ? null : personOfTitle(title)));
  const times = (name: string) =>
    names.filter((other) => other !== null && foldName(other) === foldName(name)).length;
  return names.map((name) => (name !== null && times(name) === 1 ? name : null));
}
