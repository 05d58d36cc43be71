import { moraeOf } from "#app/core/domain/metrics/speed.ts";
import type { TalkKind } from "#app/core/domain/views.ts";
import { cutWords } from "#app/core/domain/words/words.ts";
import type { Chance } from "./chance.ts";
import type { Style } from "./history-styles.ts";
import { TEXTS } from "./history-texts.ts";

type Word = { text: string; startMs: number; endMs: number };
export type Segment = {
  speaker: string;
  startMs: number;
  endMs: number;
  text: string;
  words: Word[];
};

/** Who talks: one of us, now and then with a colleague, and the customer. */
type Talkers = {
  us: string;
  style: Style;
  colleague: { name: string; style: Style } | null;
  them: string;
  language: "en" | "ja";
  talkKind: TalkKind;
};

/** Above what figures are shown from: a minute of speech and ten turns of either side. */
const LEAST = { speechMs: 61_000, rounds: 11 };
const ROUND_MS = 12_600;
const THEIR_PACE = 2.5;
/** A monologue takes the time of the call: what is beside it is short. */
const BESIDE_LONG = { ours: 1_000, theirs: 5_700 };
const SHORT_MS = 3_600;
const SHARE_OF_KIND: Record<TalkKind, number> = {
  ...{ discovery: -0.04, demo: 0.04, follow_up: 0, other: 0 },
};

/** Turn after turn, until both have said enough for their figures to be shown and the minutes are over. */
export function talkOf(random: Chance, talkers: Talkers): Segment[] {
  const { us, style, colleague, them, language, talkKind } = talkers;
  const voice = openVoice(random, language);
  const likely = style.share + SHARE_OF_KIND[talkKind] + random.between(-0.05, 0.05);
  const share = Math.min(0.63, likely); // more, and the customer's minute takes too long
  const longMs = random.is(style.runs) ? monologue(random, talkers) : 0;
  const lengthMs = longMs > 0 ? 0 : random.between(124_000, 200_000);
  const isEnough = () => voice.at() >= lengthMs && voice.spoken.every((ms) => ms >= LEAST.speechMs);
  for (let round = 0; round < LEAST.rounds || !isEnough(); round += 1) {
    const isLong = longMs > 0 && round === 2;
    const usual = longMs > 0 ? BESIDE_LONG.ours : ROUND_MS * share;
    const ours = isLong ? longMs : usual * random.between(0.7, 1.3);
    const theirs = longMs > 0 ? BESIDE_LONG.theirs : ROUND_MS * (1 - share);
    const other = !isLong && colleague !== null && random.is(0.4) ? colleague : null;
    const own = other?.style ?? style;
    const talks = longMs > 0 ? { ...own, asks: 0 } : own;
    const hasAsked = voice.say(other?.name ?? us, { side: 0, ms: ours, style: talks });
    voice.pause(longMs > 0 ? random.between(60, 220) : latency(random));
    const answer = theirs * (longMs > 0 ? 1 : random.between(0.6, 1.4));
    voice.say(them, { side: 1, ms: answer, style: null, isCurt: hasAsked && random.is(0.2) });
    voice.pause(patience(random, style.wait * (longMs > 0 ? 0.5 : 1)));
  }
  return voice.segments;
}

/** Long enough to be noticed; of who often does it, one of three goes on and on: in Japanese that takes too long. */
const monologue = (random: Chance, { style, language }: Talkers): number =>
  style.runs > 0.1 && language === "en" && random.is(0.3)
    ? random.between(151_200, 152_200)
    : random.between(96_000, 138_000);

const latency = (random: Chance): number =>
  random.between(200, 1_000) + (random.is(0.05) ? 3_200 : 0);

/** Below zero it falls into the end of what the customer says. */
const patience = (random: Chance, wait: number): number =>
  Math.max(-700, wait * random.between(0.2, 1.8) - (random.is(0.08) ? 900 : 0));

/** `isCurt`: it answers with a few words, however much time there is. */
type Turn = { side: 0 | 1; ms: number; style: Style | null; isCurt?: boolean };

/** Says sentences one after the other, word by word with its times. */
function openVoice(random: Chance, language: "en" | "ja") {
  const texts = TEXTS[language];
  const segments: Segment[] = [];
  const spoken: [number, number] = [0, 0];
  /** How much longer a side spoke so far than it was to: its sentences are as long as they are. */
  const over: [number, number] = [0, 0];
  const decks = new Map<readonly string[], string[]>();
  let at = 400;
  /** Each sentence once before any comes again. */
  const draw = (pool: readonly string[]): string => {
    const deck = decks.get(pool) ?? [];
    if (deck.length === 0) deck.push(...pool);
    const [drawn = ""] = deck.splice(Math.floor(random.next() * deck.length), 1);
    decks.set(pool, deck);
    return drawn;
  };
  const sentence = (side: 0 | 1, leftMs: number): string => {
    const isShort = leftMs < SHORT_MS;
    if (side === 0) return draw(isShort ? texts.confirms : texts.explains);
    return draw(isShort ? texts.agrees : texts.answers);
  };
  /** @returns whether it ends with a question */
  const say = (speaker: string, { side, ms, style, isCurt = false }: Turn): boolean => {
    const pace = (style?.pace ?? THEIR_PACE) * random.between(0.95, 1.05);
    const words: Word[] = [];
    const from = at;
    const add = (text: string): void => {
      for (const { text: word } of cutWords(text)) {
        const endMs = Math.round(at + wordMs(word, pace, language));
        words.push({ text: word, startMs: Math.round(at), endMs });
        at = endMs + 20;
      }
    };
    const budget = ms - over[side];
    do {
      const said = isCurt ? draw(texts.curt) : sentence(side, budget - (at - from));
      add(style !== null && random.is(style.fills) ? begun(said, texts.filler, language) : said);
    } while (!isCurt && at - from < budget - SHORT_MS / 2);
    const isAsking = style !== null && random.is(style.asks);
    if (isAsking) add(draw(texts.asks));
    over[side] = Math.min(6_000, at - from - budget);
    spoken[side] += at - from;
    segments.push({
      ...{ speaker, startMs: Math.round(from), endMs: Math.round(at), words },
      text: words.map(({ text }) => text).join(language === "ja" ? "" : " "),
    });
    return isAsking;
  };
  return {
    ...{ segments, spoken, say },
    at: () => at,
    pause: (ms: number) => {
      at += ms;
    },
  };
}

const wordMs = (word: string, pace: number, language: "en" | "ja"): number =>
  language === "ja"
    ? (moraeOf(word).amount * 1_000) / (pace * 2.7)
    : (1_000 / pace) * (0.5 + word.length / 12);

const begun = (text: string, filler: string, language: "en" | "ja"): string =>
  language === "ja"
    ? `${filler}${text}`
    : `${filler} ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
