import type { MeterEvent } from "#app/core/domain/live/live-views.ts";
import type { Span } from "#app/core/platform/ranges.ts";
import { createSpeechGate, type SpeechGate } from "#media/speech/speech-gate.ts";

/** A pause up to this long is part of a monologue (product §14.2, turns of one side). */
const PAUSE_MS = 3_000;
/** Somebody else speaking this long ends a monologue (product §14.3, row 2). */
const CUT_MS = 1_000;
const SHARE_MS = 5 * 60_000;
const SPEED_MS = 30_000;
/** Less speech than this tells no speed. */
const SPEED_LEAST_MS = 5_000;
/** What is said and not yet sent; a browser that comes late needs no more. */
const MOST_LEVELS = 20;
const LEVEL_MS = 100;
const LEVEL_SAMPLES = 1_600;
/** Peak amplitude to 0–15: 3 dB a step, the highest at −3 dB, under −48 dB nothing. */
const LEVEL_STEP_DB = 3;

type Voice = {
  gate: SpeechGate;
  nextMs: number;
  openMs: number | null;
  spans: Span[];
  spokenMs: number;
  levels: number[];
  rest: Int16Array;
  words: { atMs: number; count: number }[];
  monologue: Span | null;
};

export type LiveMeters = {
  /** Sound of one person, 16 kHz; `startMs` on the call clock. */
  push: (participantId: string, pcm: Int16Array, startMs: number) => void;
  /** Words (ja: characters) of a final piece, for the speed. */
  words: (participantId: string, atMs: number, count: number) => void;
  /** What a worker before this one had measured. */
  restore: (participantId: string, span: Span) => void;
  /** The event of `meter`, with the levels since the last one; null when nobody was heard since. */
  take: (nowMs: number) => Omit<MeterEvent, "behindMs"> | null;
};

/**
 * Who speaks how much, how long on end and how fast, from voice activity: it needs no recogniser (product §20.2).
 * @param onSpoken told once for each piece of speech, when it is over
 */
export function createLiveMeters(
  onSpoken?: (participantId: string, span: Span) => void,
): LiveMeters {
  const voices = new Map<string, Voice>();
  let isHeard = false;
  const voiceOf = (id: string): Voice => {
    const known = voices.get(id);
    if (known) return known;
    const made: Voice = {
      gate: createSpeechGate(),
      nextMs: Number.NaN,
      openMs: null,
      spans: [],
      spokenMs: 0,
      levels: [],
      rest: new Int16Array(0),
      words: [],
      monologue: null,
    };
    voices.set(id, made);
    return made;
  };
  const close = (id: string, voice: Voice, span: Span): void => {
    voice.openMs = null;
    if (span.toMs <= span.fromMs) return;
    voice.spans.push(span);
    voice.spokenMs += span.toMs - span.fromMs;
    onSpoken?.(id, span);
  };
  return {
    push(id, pcm, startMs) {
      const voice = voiceOf(id);
      isHeard = true;
      const take = (events: ReturnType<SpeechGate["push"]>): void => {
        for (const event of events)
          if (event.kind === "open") voice.openMs = event.fromMs;
          else close(id, voice, { fromMs: event.fromMs, toMs: event.toMs });
      };
      if (!(Math.abs(startMs - voice.nextMs) <= LEVEL_MS)) {
        take(voice.gate.flush());
        voice.gate.reset(startMs, !Number.isNaN(voice.nextMs));
        voice.nextMs = startMs;
      }
      voice.nextMs += pcm.length / 16;
      take(voice.gate.push(pcm));
      addLevels(voice, pcm);
    },
    words(id, atMs, count) {
      const voice = voiceOf(id);
      voice.words.push({ atMs, count });
      voice.words = voice.words.filter((word) => word.atMs >= atMs - 2 * SPEED_MS);
    },
    restore(id, span) {
      const voice = voiceOf(id);
      voice.spans.push(span);
      voice.spokenMs += span.toMs - span.fromMs;
    },
    take(nowMs) {
      if (!isHeard) return null;
      isHeard = false;
      discard(voices, nowMs);
      const total = sum(voices, (voice) => spoken(voice, 0, nowMs) + voice.spokenMs - kept(voice));
      const total5 = sum(voices, (voice) => spoken(voice, nowMs - SHARE_MS, nowMs));
      return {
        nowMs: Math.round(nowMs),
        people: [...voices].map(([participantId, voice]) => {
          const whole = spoken(voice, 0, nowMs) + voice.spokenMs - kept(voice);
          return {
            participantId,
            share5: total5 > 0 ? round(spoken(voice, nowMs - SHARE_MS, nowMs) / total5) : null,
            share: total > 0 ? round(whole / total) : null,
            monologueMs: monologue(voices, participantId, nowMs),
            speed: speed(voice, nowMs),
            levels: voice.levels.splice(0),
          };
        }),
      };
    },
  };
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
const sum = (voices: Map<string, Voice>, of: (voice: Voice) => number): number =>
  [...voices.values()].reduce((all, voice) => all + of(voice), 0);
const kept = (voice: Voice): number =>
  voice.spans.reduce((all, { fromMs, toMs }) => all + toMs - fromMs, 0);

/** Speech of one person inside [fromMs, toMs), what is being said now included. */
function spoken(voice: Voice, fromMs: number, toMs: number): number {
  return allSpans(voice, toMs).reduce(
    (all, span) => all + Math.max(0, Math.min(span.toMs, toMs) - Math.max(span.fromMs, fromMs)),
    0,
  );
}

/** An open piece reaches as far as its sound has been heard. */
function allSpans(voice: Voice, nowMs: number): Span[] {
  if (voice.openMs === null) return voice.spans;
  return [...voice.spans, { fromMs: voice.openMs, toMs: Math.min(nowMs, voice.nextMs) }];
}

/** Spans that no window asks for any more are only counted. */
function discard(voices: Map<string, Voice>, nowMs: number): void {
  for (const voice of voices.values())
    if ((voice.spans[0]?.toMs ?? nowMs) < nowMs - 2 * SHARE_MS)
      voice.spans = voice.spans.filter(({ toMs }) => toMs >= nowMs - SHARE_MS);
}

/** How long somebody has been speaking on end: own pauses up to 3 s count, one second of another ends it. */
function monologue(voices: Map<string, Voice>, id: string, nowMs: number): number {
  const voice = voices.get(id);
  if (!voice) return 0;
  const own = allSpans(voice, nowMs);
  const last = own.at(-1);
  if (!last || nowMs - last.toMs > PAUSE_MS) return 0;
  const cut = lastCut(voices, id, nowMs);
  let fromMs = last.fromMs;
  for (const span of own.toReversed()) {
    if (fromMs - span.toMs > PAUSE_MS || span.toMs <= cut) break;
    fromMs = Math.min(fromMs, span.fromMs);
  }
  return Math.max(0, Math.round(last.toMs - Math.max(fromMs, cut)));
}

/** Until when somebody else spoke for a second or more. */
function lastCut(voices: Map<string, Voice>, id: string, nowMs: number): number {
  let cut = 0;
  for (const [other, voice] of voices)
    if (other !== id)
      for (const { fromMs, toMs } of allSpans(voice, nowMs))
        if (toMs - fromMs >= CUT_MS) cut = Math.max(cut, toMs);
  return cut;
}

/** Per minute of own speech in the last 30 s (product §14.3, row 12). */
function speed(voice: Voice, nowMs: number): number | null {
  const fromMs = nowMs - SPEED_MS;
  const speechMs = spoken(voice, fromMs, nowMs);
  const count = voice.words
    .filter(({ atMs }) => atMs >= fromMs)
    .reduce((all, word) => all + word.count, 0);
  if (count === 0 || speechMs < SPEED_LEAST_MS) return null;
  return Math.round((count * 60_000) / speechMs);
}

function addLevels(voice: Voice, pcm: Int16Array): void {
  const all = new Int16Array(voice.rest.length + pcm.length);
  all.set(voice.rest);
  all.set(pcm, voice.rest.length);
  let at = 0;
  for (; at + LEVEL_SAMPLES <= all.length; at += LEVEL_SAMPLES)
    voice.levels.push(levelOf(all.subarray(at, at + LEVEL_SAMPLES)));
  voice.rest = all.slice(at);
  if (voice.levels.length > MOST_LEVELS) voice.levels.splice(0, voice.levels.length - MOST_LEVELS);
}

/** Loudest sample of 100 ms as 0–15. */
export function levelOf(pcm: Int16Array): number {
  let loudest = 0;
  for (const sample of pcm) loudest = Math.max(loudest, Math.abs(sample));
  if (loudest === 0) return 0;
  const db = 20 * Math.log10(loudest / 32_768);
  return Math.max(0, Math.min(15, Math.ceil(16 + (db - 0.001) / LEVEL_STEP_DB)));
}
