/** What a synthetic publisher plays: samples by their place on the call clock, mono, 16 bit. */
export type Sound = {
  /** Samples a second. */
  rate: number;
  /** Of the whole, in samples; Infinity for what never ends. */
  length: number;
  /** Fills `into` with what is due from sample `from` on; silence before the start and after the end. */
  read: (from: number, into: Int16Array) => void;
};

/** Tones that tell their own time: step k sounds at `hz[k % hz.length]`, from k × `everyMs` on, for `onMs`. */
export type ToneLadder = { hz: number[]; everyMs: number; onMs: number; peak: number };

/** What travels to the child: a file, tones, or nothing to hear. */
export type SoundSpec =
  | { kind: "wav"; file: string; isLooped: boolean }
  | ({ kind: "tones" } & ToneLadder)
  | { kind: "silence" };

const TONE_RATE = 48_000;
/** Edges of a tone: a click has every frequency, a slow edge has no time. */
const EDGE_MS = 4;

/** Tones of a ladder without end. */
export function tones({ hz, everyMs, onMs, peak }: ToneLadder): Sound {
  const every = (everyMs * TONE_RATE) / 1000;
  const on = (onMs * TONE_RATE) / 1000;
  const edge = (EDGE_MS * TONE_RATE) / 1000;
  const sampleAt = (at: number): number => {
    const step = Math.floor(at / every);
    const inside = at - step * every;
    const pitch = hz[step % hz.length];
    if (at < 0 || inside >= on || pitch === undefined) return 0;
    const nearest = Math.min(inside, on - inside);
    const gain = nearest >= edge ? 1 : (1 - Math.cos((Math.PI * nearest) / edge)) / 2;
    return Math.round(peak * gain * Math.sin((2 * Math.PI * pitch * inside) / TONE_RATE));
  };
  return {
    rate: TONE_RATE,
    length: Infinity,
    read: (from, into) => {
      for (let n = 0; n < into.length; n++) into[n] = sampleAt(from + n);
    },
  };
}

/** A room in which nothing is said. */
export const silence = (): Sound => ({
  rate: TONE_RATE,
  length: Infinity,
  read: (_, into) => void into.fill(0),
});

/** Samples held in memory; `isLooped`: from the start again at the end. */
export function held(samples: Int16Array, rate: number, isLooped: boolean): Sound {
  return {
    rate,
    length: isLooped ? Infinity : samples.length,
    read: (from, into) => {
      for (let n = 0; n < into.length; n++) {
        const at = from + n;
        into[n] = at < 0 ? 0 : (samples[isLooped ? at % samples.length : at] ?? 0);
      }
    },
  };
}

/** A RIFF file's samples and rate. @throws Error when it is no 16-bit mono PCM */
export function readWav(file: Buffer): { samples: Int16Array; rate: number } {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE")
    throw new Error("not a WAV file");
  let rate = 0;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, at + 8 + size);
    if (name === "fmt ") rate = rateOf(body);
    if (name === "data") {
      if (rate === 0) throw new Error("a WAV file without a format");
      const samples = new Int16Array(body.length >> 1);
      for (let n = 0; n < samples.length; n++) samples[n] = body.readInt16LE(2 * n);
      return { samples, rate };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error("a WAV file without samples");
}

function rateOf(format: Buffer): number {
  const [codec, channels, bits] = [0, 2, 14].map((at) => format.readUInt16LE(at));
  if (codec !== 1 || channels !== 1 || bits !== 16) throw new Error("not 16-bit mono PCM");
  return format.readUInt32LE(4);
}
