import type { LiveMeters } from "./live-meters.ts";
import {
  type CallDictionary,
  dictionaryFor,
} from "#app/core/domain/dictionary/dictionary.server.ts";
import {
  type LiveSegment,
  nextSegmentNo,
  writeLiveSegment,
} from "#app/core/domain/live/segments.server.ts";
import { cutWords, spokenLetters, spreadWords } from "#app/core/domain/words/words.ts";
import { isDatabaseUnavailable } from "#app/core/platform/database-unavailable.ts";
import { log } from "#app/core/platform/log.server.ts";
import { RETRY_MS } from "#app/core/platform/while-unavailable.ts";
import type { PcmBlock } from "#media/recorder/pcm-block.ts";
import {
  type LiveTrack,
  primaryLanguage,
  type SegmentOut,
  type SpeechEngine,
} from "#media/speech/engine.ts";
import { openLive } from "#media/speech/open-live.ts";
import { heardWords } from "../stages/heard-words.ts";
import { openRetryingQueue } from "./retrying-queue.ts";
import type { openSpeechLog } from "./speech-log.ts";
import { createCoverage, type Coverage } from "./speech-coverage.ts";
import type { WorkerContext } from "../context.ts";

/** A recogniser that is missing or broken is looked for again this often. */
const AGAIN_MS = 10_000;
/** What waits while a model is loaded; more than the recorder would keep for us is not kept either. */
const MOST_WAITING = 120;
/** Longer than a gate takes to open, shorter than the pause after which it has closed. */
const RECENT_MS = 300;
/** Nothing has come from them for so long: they left, and their decoders are somebody else's. */
const GONE_MS = 30_000;
/** How long the last words of a call may take. */
const END_MS = 20_000;

export type LiveSpeechCall = { workspaceId: string; callId: string; language: string };
export type LiveSpeechDeps = {
  context: Pick<WorkerContext, "choose" | "engines">;
  notes: ReturnType<typeof openSpeechLog>;
  meters: Pick<LiveMeters, "words">;
  /** False while the machine is busy: drafts are left out first. */
  mayDraft: () => boolean;
};
export type LiveSpeech = {
  /** Sound of a microphone. `participantId`: whose. */
  push: (participantId: string, block: PcmBlock) => void;
  /** Somebody joined: their name is a term from the next piece on. */
  renew: () => void;
  /** Gives back the decoders of who left. Once a second. */
  look: () => void;
  /** How long ago the oldest words were said that are not on screen yet; 0 when all are. */
  behindMs: (nowMs: number) => number;
  /** The call goes on in another language: from the next pause on, or from its engine's first word. */
  speak: (language: string) => void;
  /** The call is over: settles when the last words are committed. @returns whether all are */
  close: () => Promise<boolean>;
  /** Of the recogniser that is at work. */
  readonly engine: string | null;
};

type Track = {
  id: string;
  participantId: string;
  live: LiveTrack | null;
  /** With newer names: takes over in the next pause. */
  fresh: LiveTrack | null;
  /** Not heard yet, because the first model is still being loaded. */
  waiting: PcmBlock[];
  /** The newest sound: what a gate has not judged yet goes to the next one as well. */
  recent: PcmBlock[];
  coverage: Coverage;
  isOpening: boolean;
  isStale: boolean;
  notBefore: number;
  /** When sound last came. */
  pushedAt: number;
};

/** Recognises the microphones of one call while they speak, and writes drafts and finals (speech §8). */
export async function openLiveSpeech(
  call: LiveSpeechCall,
  { context, notes, meters, mayDraft }: LiveSpeechDeps,
): Promise<LiveSpeech> {
  const ending = new AbortController();
  const tracks = new Map<string, Track>();
  const queue = openRetryingQueue("live segments", () => false);
  let nextNo = await nextSegmentNo(call);
  let engineName: string | null = null;
  let { language } = call;

  const numbers = new Map<string, { no: number; rev: number }>();
  const numberOf = (track: Track, id: string) => {
    const key = `${track.id} ${id}`;
    const known = numbers.get(key) ?? { no: nextNo, rev: 0 };
    if (!numbers.has(key)) {
      numbers.set(key, known);
      nextNo = known.no + 1;
    }
    known.rev += 1;
    return { ...known, key };
  };

  const drafted = (track: Track, id: string, stable: string, tail: string, startMs: number) => {
    const pieces = cutWords(`${stable} ${tail}`);
    if (pieces.length === 0) return;
    const { no, rev, key } = numberOf(track, id);
    const t1Ms = Math.max(startMs + 1, track.coverage.heardMs);
    track.coverage.shown(id, t1Ms);
    const segment: LiveSegment = {
      ...{ no, rev, isFinal: false, participantId: track.participantId, t0Ms: startMs, t1Ms },
      words: spreadWords(pieces, { startMs, endMs: t1Ms }),
      rawWords: null,
      stableWords: cutWords(stable).length,
      timing: "spread",
    };
    queue.add(async () => {
      await writeLiveSegment(call, segment);
    }, key);
  };

  const finished = (track: Track, segment: SegmentOut, dictionary: CallDictionary) => {
    const isShown = numbers.has(`${track.id} ${segment.id}`);
    const heard = heardWords(segment, 0, dictionary);
    if (segment.isInaudible === true) track.coverage.hole(segment.startMs, segment.endMs);
    // Breath and knocks open the gate too: what has no words and was never shown needs no row.
    if (heard.words.length === 0 && !isShown) {
      track.coverage.done(segment.id);
      return;
    }
    const { no, rev, key } = numberOf(track, segment.id);
    numbers.delete(key);
    meters.words(track.participantId, segment.endMs, unitsOf(heard.words, language));
    queue.add(async () => {
      await writeLiveSegment(call, {
        ...{ no, rev, isFinal: true, participantId: track.participantId, ...heard },
        stableWords: 0,
        timing: segment.timing,
      });
      track.coverage.done(segment.id);
    }, key);
  };

  const find = (): SpeechEngine | null => {
    const choice = context.choose(language);
    return choice.engine === "off"
      ? null
      : (context.engines().engine(choice.engine, language) ?? null);
  };

  const open = async (track: Track): Promise<void> => {
    const engine = find();
    engineName = engine?.id ?? null;
    if (!engine) throw new Error("no recogniser");
    const dictionary = await dictionaryFor(call.workspaceId, call.callId, language);
    const live = await openLive(engine, context.engines().aligner, {
      language,
      bias: dictionary.bias,
      signal: ending.signal,
      ...(track.live && { after: track.live }),
      mayDraft,
      onOpen: (id, startMs) => track.coverage.open(id, startMs),
      onDraft: (...draft) => drafted(track, ...draft),
      onFinal: (segment) => finished(track, segment, dictionary),
    });
    notes.write({
      type: "engine",
      engine: engine.id,
      model: engine.model,
      dictionary: dictionary.version,
    });
    if (track.live) {
      void track.fresh?.close();
      track.fresh = live;
    } else {
      track.live = live;
      for (const block of track.waiting.splice(0)) feed(track, block);
    }
  };

  const ready = (track: Track): void => {
    track.isOpening = true;
    track.isStale = false;
    open(track)
      .catch((error: unknown) => {
        track.notBefore = performance.now() + (isDatabaseUnavailable(error) ? RETRY_MS : AGAIN_MS);
        if (error instanceof Error && error.message !== "no recogniser")
          log.warn(
            { name: error.name, code: "code" in error ? String(error.code) : undefined },
            "live recognition waits",
          );
      })
      .finally(() => (track.isOpening = false));
  };

  const feed = (track: Track, block: PcmBlock): void => {
    if (track.fresh && track.live?.isOpen === false) {
      void track.live.close();
      track.live = track.fresh;
      track.fresh = null;
      for (const { pcm, startMs } of track.recent) track.live.push(pcm, startMs);
    }
    track.recent = [...track.recent, block].filter(
      ({ startMs }) => startMs > block.startMs - RECENT_MS,
    );
    if (!track.live) return; // nobody listens: it is recognised after the call
    track.coverage.heard(block.startMs, endOf(block));
    track.live.push(block.pcm, block.startMs);
  };

  return {
    push(participantId, block) {
      let track = tracks.get(block.id);
      if (!track) {
        track = {
          ...{ id: block.id, participantId, live: null, fresh: null, waiting: [], recent: [] },
          coverage: createCoverage(block.id, notes.write),
          ...{ isOpening: false, isStale: false, notBefore: 0, pushedAt: 0 },
        };
        tracks.set(block.id, track);
      }
      track.pushedAt = performance.now();
      const next = withoutRepeat(track, block);
      if (!next) return;
      const isTime = performance.now() >= track.notBefore;
      if (!track.isOpening && isTime && (!track.live || track.isStale)) ready(track);
      if (track.live) {
        feed(track, next);
        return;
      }
      track.waiting.push(next);
      if (track.waiting.length > MOST_WAITING) track.waiting.shift();
    },
    renew() {
      for (const track of tracks.values()) track.isStale = true;
    },
    look() {
      for (const track of tracks.values()) {
        if (!track.live || performance.now() - track.pushedAt < GONE_MS) continue;
        void track.live.close();
        void track.fresh?.close();
        track.live = null;
        track.fresh = null;
      }
    },
    behindMs(nowMs) {
      const fromMs = Math.min(
        Number.POSITIVE_INFINITY,
        ...[...tracks.values()].map(({ coverage }) => coverage.waitingFromMs),
      );
      return Math.max(0, Math.round(nowMs - Math.min(nowMs, fromMs)));
    },
    speak(next) {
      if (next === language) return;
      language = next;
      for (const track of tracks.values()) {
        track.isStale = true;
        track.notBefore = 0;
        if (find()) continue;
        // Nobody here knows the new one, and words of the old one would be made up.
        void track.live?.close();
        void track.fresh?.close();
        track.live = null;
        track.fresh = null;
      }
    },
    async close() {
      let late: NodeJS.Timeout | undefined;
      const closed = Promise.all(
        [...tracks.values()].map(async (track) => {
          for (const block of track.waiting.splice(0)) feed(track, block);
          await track.live?.close();
          await track.fresh?.close();
        }),
      );
      await Promise.race([closed, new Promise((done) => (late = setTimeout(done, END_MS)))]);
      clearTimeout(late);
      const isWritten = await queue.idle(END_MS);
      for (const track of tracks.values()) track.coverage.close();
      ending.abort();
      return isWritten;
    },
    get engine() {
      return engineName;
    },
  };
}

/** What two recorders both send while one takes over from the other is heard once. */
function withoutRepeat(track: Track, block: PcmBlock): PcmBlock | null {
  const last = track.waiting.at(-1);
  const heardMs = last ? endOf(last) : track.coverage.heardMs;
  const repeatMs = heardMs - block.startMs;
  if (repeatMs < 20) return block; // the clock wobbles by a few milliseconds
  const skip = Math.round(repeatMs * 16);
  if (skip >= block.pcm.length) return null;
  return { ...block, startMs: heardMs, pcm: block.pcm.slice(skip) };
}

const endOf = ({ startMs, pcm }: PcmBlock): number => startMs + pcm.length / 16;

/** Words, or characters where the language has no spaces. */
function unitsOf(words: readonly { text: string }[], language: string): number {
  if (primaryLanguage(language) !== "ja") return words.length;
  return words.reduce((all, { text }) => all + Math.round(spokenLetters(text) / 2), 0);
}
