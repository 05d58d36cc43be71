/** One track recognised while it is spoken: gate, drafts, finals (speech.md §8). */
import { inaudible } from "./each-segment.ts";
import { type LiveEvents, type LiveTrack, type SegmentIn, type SegmentOut } from "./engine.ts";
import { agree, type Draft, startDraft, textOf } from "./live-draft.ts";
import type { Word } from "./engine.ts";
import { followPiece, type OpenStream, type PieceFollower } from "./piece-follower.ts";
import { createSoundRing } from "./sound-ring.ts";
import { createSpeechGate, type GateEvent } from "./speech-gate.ts";

/** A piece may be 15 s long and waits for its turn; twice that is kept. */
const RING_MS = 30_000;
/** Sound that is further away than this from where it was expected belongs to another stretch. */
const JUMP_MS = 100;
/** Shorter beginnings are not worth a draft. */
const FIRST_DRAFT_MS = 800;
const DRAFT_EVERY_MS = 1_000;
/** A draft hears at most this much again. */
const DRAFT_MS = 8_000;
/** Two drafts in a row that take longer than this: the machine is busy, and finals go first. */
const SLOW_MS = 1_000;
const REST_MS = 20_000;
/** Of a turn that goes on, something is shown this often, however busy the machine is. */
const LONG_TURN_MS = 4_000;

export type LiveDecoders = {
  /**
   * Words of a stretch, times from its first sample; undefined when nothing is free to hear it.
   * Absent: this engine gives no drafts.
   */
  draft?: (pcm: Int16Array) => Promise<Word[] | undefined>;
  final: (segment: SegmentIn) => Promise<SegmentOut>;
  /** Decodes a piece while it is spoken, so that its final costs no more than its last moment. */
  follow?: { open: OpenStream; read: (segment: SegmentIn, words: readonly Word[]) => SegmentOut };
  /** The track is over. */
  close?: () => void;
};

type Open = {
  id: string;
  fromMs: number;
  draft: Draft;
  isDrafting: boolean;
  lastAt: number;
  follower: PieceFollower | undefined;
};

/**
 * Cuts a track into pieces as they are spoken and recognises each: drafts once a second while it is
 * open, the final when the gate closes. A final always comes after the last draft of its id.
 * @param events `onFinal` gets an inaudible segment where the decoder failed twice
 */
export function createLiveTrack(
  decoders: LiveDecoders,
  events: LiveEvents,
  clock: () => number = () => performance.now(),
): LiveTrack {
  const ring = createSoundRing(RING_MS);
  const gate = createSpeechGate();
  const finals = new Set<Promise<void>>();
  let count = 0;
  let isFirst = true;
  let open: Open | undefined;
  let slow = 0;
  let restUntil = 0;

  const recognise = async (
    segment: SegmentIn,
    followed: Promise<Word[] | undefined> | undefined,
  ): Promise<SegmentOut> => {
    const words = await followed?.catch(() => undefined);
    if (words && decoders.follow) return decoders.follow.read(segment, words);
    return recogniseTwice(decoders, segment);
  };
  const finish = (segment: SegmentIn, followed: Promise<Word[] | undefined> | undefined): void => {
    const done = recognise(segment, followed).then((heard) => {
      events.onFinal(heard);
    });
    finals.add(done);
    void done.finally(() => finals.delete(done));
  };

  const take = (event: GateEvent): void => {
    if (event.kind === "open") {
      const id = `s${count++}-${Math.round(event.fromMs)}`;
      open = {
        id,
        fromMs: event.fromMs,
        draft: startDraft(event.fromMs),
        isDrafting: false,
        lastAt: clock(),
        follower: decoders.follow && followPiece(event.fromMs, ring, decoders.follow.open),
      };
      events.onOpen?.(id, event.fromMs);
      return;
    }
    const { id, follower } = open ?? { id: `s${count++}` };
    open = undefined;
    const pcm = ring.read(event.fromMs, event.toMs);
    finish(
      { id, startMs: Math.round(event.fromMs), endMs: Math.round(event.toMs), pcm },
      follower?.finish(event.toMs),
    );
  };

  const mayDraft = (piece: Open, now: number): boolean => {
    if (piece.isDrafting || ring.endMs - piece.fromMs < FIRST_DRAFT_MS) return false;
    const sinceMs = now - piece.lastAt;
    if (sinceMs >= LONG_TURN_MS) return true;
    return now >= restUntil && sinceMs >= DRAFT_EVERY_MS && events.mayDraft?.() !== false;
  };

  const drafted = async (piece: Open, decode: NonNullable<LiveDecoders["draft"]>) => {
    const now = clock();
    piece.isDrafting = true;
    piece.lastAt = now;
    const from = Math.max(piece.draft.stableEndMs, ring.endMs - DRAFT_MS);
    try {
      const heard = await decode(ring.read(from, ring.endMs));
      if (!heard) return;
      const tookMs = clock() - now;
      slow = tookMs > SLOW_MS ? slow + 1 : 0;
      if (slow >= 2) {
        slow = 0;
        restUntil = clock() + REST_MS;
      }
      if (open !== piece) return; // the final is under way, and knows better
      const words = heard.map((word) => ({
        ...word,
        startMs: from + word.startMs,
        endMs: from + word.endMs,
      }));
      piece.draft = agree(piece.draft, words);
      events.onDraft(piece.id, textOf(piece.draft.stable), textOf(piece.draft.tail), piece.fromMs);
    } catch {
      restUntil = clock() + REST_MS; // drafts may be missed; the final will say what is wrong
    } finally {
      piece.isDrafting = false;
    }
  };

  return {
    push(pcm, startMs) {
      if (isFirst || Math.abs(startMs - ring.endMs) > JUMP_MS) {
        gate.flush().forEach(take);
        ring.reset(startMs);
        gate.reset(startMs, !isFirst);
        isFirst = false;
      }
      ring.push(pcm);
      gate.push(pcm).forEach(take);
      open?.follower?.feed();
      if (open && decoders.draft && mayDraft(open, clock())) void drafted(open, decoders.draft);
    },
    get isOpen() {
      return open !== undefined;
    },
    async close() {
      gate.flush().forEach(take);
      while (finals.size > 0) await Promise.all(finals);
      decoders.close?.();
    },
  };
}

async function recogniseTwice(decoders: LiveDecoders, segment: SegmentIn): Promise<SegmentOut> {
  return decoders
    .final(segment)
    .catch(() => decoders.final(segment))
    .catch(() => inaudible(segment));
}
