import type { SoundStream } from "./decoder.ts";
import type { Word } from "./engine.ts";
import type { SoundRing } from "./sound-ring.ts";

/** So much of a voice tells how to normalise it. */
const SAMPLE_MS = 2_000;
/** In larger bites than the sound comes in: a decoder that is woken finds its caches cold. */
const BITE_MS = 300;
/** Every decoder was busy: one is asked for again after this. */
const AGAIN_MS = 2_000;

/** Opens a stream for a piece. Undefined: not without a `sample` of the voice, or not now. */
export type OpenStream = (sample: Int16Array | undefined) => Promise<SoundStream | undefined>;

export type PieceFollower = {
  /** Hands on what the ring has got since the last time. */
  feed(): void;
  /** The piece ends here. Words before `toMs`, times from its start; undefined: nobody has followed it. */
  finish(toMs: number): Promise<Word[] | undefined>;
};

/** Has an open piece decoded while it is spoken, as soon as a decoder can. */
export function followPiece(fromMs: number, ring: SoundRing, open: OpenStream): PieceFollower {
  let stream: SoundStream | undefined;
  let asked: Promise<void> | undefined;
  let askAtMs = fromMs + SAMPLE_MS;
  let fedMs = fromMs;
  /** What the ring may have lost by the time the stream is there. */
  let whole: Int16Array | undefined;

  const ask = (sample: Int16Array | undefined) => {
    asked = open(sample)
      .then((found) => {
        stream = found;
        if (whole) stream?.push(whole);
        else feed();
      })
      .catch(() => undefined) // the piece is decoded once it is over
      .finally(() => (asked = undefined));
  };
  const feed = () => {
    if (stream) {
      if (ring.endMs - fedMs < BITE_MS) return;
      stream.push(ring.read(fedMs, ring.endMs));
      fedMs = ring.endMs;
    } else if (!asked && !whole && ring.endMs >= askAtMs) {
      askAtMs = ring.endMs + AGAIN_MS;
      ask(ring.read(fromMs, fromMs + SAMPLE_MS));
    }
  };
  /** A cut lies in what has been heard already: the next piece begins with the words behind it. */
  const before = (words: readonly Word[], toMs: number) =>
    words.filter(({ startMs, endMs }) => (startMs + endMs) / 2 < toMs - fromMs);
  ask(undefined);

  return {
    feed,
    finish(toMs) {
      if (stream) {
        if (fedMs < toMs) stream.push(ring.read(fedMs, toMs));
        return stream.end().then((words) => before(words, toMs));
      }
      if (!asked) return Promise.resolve(undefined);
      whole = ring.read(fromMs, toMs);
      return asked.then(async () => {
        const words = await stream?.end();
        return words && before(words, toMs);
      });
    },
  };
}
