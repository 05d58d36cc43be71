/** Sounds made by figures, and what the live gate makes of a track: for tests of voice detection. */
import { createSpeechGate, type GateEvent } from "./speech-gate.ts";
import { seeded } from "./test-tools.ts";
import { RATE, type Range } from "./vad.ts";

/** Sounds of which none is speech. */
export function makeSound(kind: "zeros" | "noise" | "tone" | "hum", seconds: number): Int16Array {
  const random = seeded(11);
  const wave = (hz: number, n: number) => Math.sin((2 * Math.PI * hz * n) / RATE);
  return Int16Array.from({ length: seconds * RATE }, (_, n) => {
    if (kind === "noise") return (random() - 0.5) * 6000;
    if (kind === "tone") return 8000 * wave(1000, n) + random() * 4;
    if (kind === "hum") return 6000 * wave(50, n) + random() * 8;
    return 0;
  });
}

/** Bursts of loud noise at known places in faint noise: sound that a gate must find exactly once. */
export function makeBursts(count: number): { pcm: Int16Array; bursts: Range[] } {
  const random = seeded(5);
  const bursts: Range[] = [];
  let at = 1000;
  for (let n = 0; n < count; n++) {
    const endMs = at + 400 + Math.floor(random() * 6000);
    bursts.push({ startMs: at, endMs });
    at = endMs + 1200 + Math.floor(random() * 3000);
  }
  const pcm = Int16Array.from({ length: (at / 1000) * RATE }, () => random() * 12 - 6);
  for (const { startMs, endMs } of bursts) {
    for (let n = startMs * 16; n < endMs * 16; n++) pcm[n] = (random() - 0.5) * 9000;
  }
  return { pcm, bursts };
}

/** Amplitude within ±1 at a time in seconds. */
type Sound = (t: number) => number;

const sine = (hz: number, t: number) => Math.sin(2 * Math.PI * hz * t);
const square = (hz: number, t: number) => (sine(hz, t) > 0 ? 1 : 0);
const isWithin = (t: number, period: number, length: number) => t % period < length;

/** A struck string: harmonics that fade, the high ones first. */
const pluck = (hz: number, age: number) =>
  [1, 2, 3, 4, 5].reduce((sum, n) => sum + (sine(hz * n, age) / n) * Math.exp(-age * (2 + n)), 0) /
  2;

/** A bowed or blown note: vibrato of 5.5 Hz, soft beginning. */
const blown = (hz: number, age: number, t: number) => {
  const bent = age + (0.003 * Math.sin(2 * Math.PI * 5.5 * t)) / 5.5;
  const harmonics = [1, 2, 3, 4, 5, 6].reduce((sum, n) => sum + sine(hz * n, bent) / n, 0);
  return (harmonics / 3) * Math.min(1, age * 20);
};

const SCALE = [0, 2, 4, 5, 7, 9, 11, 12];
const pitchOf = (step: number, base: number) =>
  base * 2 ** ((SCALE[((step % 8) + 8) % 8] ?? 0) / 12);

function makeNotes(seed: number): (n: number) => number {
  const random = seeded(seed);
  const notes = Array.from({ length: 997 }, () => Math.floor(random() * 8));
  return (n) => notes[n % 997] ?? 0;
}

function makeHiss(seed: number): () => number {
  const random = seeded(seed);
  return () => random() * 2 - 1;
}

/** Noise that falls by 3 dB (pink) or 6 dB (brown) an octave. */
function makeColour(seed: number, poles: readonly number[]): Sound {
  const hiss = makeHiss(seed);
  const states = poles.map(() => 0);
  return () => {
    const x = hiss();
    let sum = 0;
    poles.forEach((pole, n) => {
      const next = pole * (states[n] ?? 0) + (1 - pole) ** 0.6 * x;
      states[n] = next;
      sum += next;
    });
    return sum / (2 * poles.length);
  };
}

const DTMF: readonly (readonly [number, number])[] = [
  [697, 1209],
  [697, 1336],
  [770, 1477],
  [852, 1209],
  [941, 1336],
];

/** Sounds a call may hold for minutes that are no voice: those of lines, music and desks. */
export const NO_VOICE = {
  "white noise": (seed) => {
    const hiss = makeHiss(seed);
    return () => 0.3 * hiss();
  },
  "pink noise": (seed) => makeColour(seed, [0.997, 0.97, 0.7]),
  "brown noise": (seed) => makeColour(seed, [0.995]),
  "noise bursts": (seed) => {
    const hiss = makeHiss(seed);
    return (t) => 0.4 * hiss() * (isWithin(t, 1.7, 0.6) ? 1 : 0.001);
  },
  "noise swelling at 1 Hz": (seed) => makeSwell(seed, 1),
  "noise swelling at 4 Hz": (seed) => makeSwell(seed, 4),
  "noise swelling at 8 Hz": (seed) => makeSwell(seed, 8),
  "dialled digits": () => (t) => {
    const [low, high] = DTMF[Math.floor(t / 0.25) % DTMF.length] ?? [0, 0];
    return isWithin(t, 0.25, 0.12) ? 0.2 * (sine(low, t) + sine(high, t)) : 0;
  },
  "American ringing": () => (t) => (isWithin(t, 6, 2) ? 0.2 * (sine(440, t) + sine(480, t)) : 0),
  "Japanese ringing": () => (t) =>
    isWithin(t, 3, 1) ? 0.3 * sine(400, t) * (0.6 + 0.4 * sine(16, t)) : 0,
  "busy tone": () => (t) => (isWithin(t, 1, 0.5) ? 0.2 * (sine(480, t) + sine(620, t)) : 0),
  beeps: () => (t) => (isWithin(t, 2, 0.3) ? 0.3 * sine(1000, t) : 0),
  sweeps: () => (t) => 0.3 * Math.sin(2 * Math.PI * (200 * (t % 3) + 300 * (t % 3) ** 2)),
  siren: () => (t) => 0.3 * Math.sin(2 * Math.PI * 700 * t - 200 * Math.cos(2 * Math.PI * 0.5 * t)),
  chords: (seed) => {
    const note = makeNotes(seed);
    return (t) => {
      const root = note(Math.floor(t / 1.5));
      const age = t % 1.5;
      return [0, 2, 4].reduce((sum, n) => sum + 0.25 * pluck(pitchOf(root + n, 196), age), 0);
    };
  },
  arpeggios: (seed) => {
    const note = makeNotes(seed);
    return (t) => {
      const root = note(Math.floor(t / 1.6));
      return 0.6 * pluck(pitchOf(root + 2 * (Math.floor(t / 0.2) % 4), 131), t % 0.2);
    };
  },
  "a flute's melody": (seed) => {
    const note = makeNotes(seed);
    return (t) => 0.3 * blown(pitchOf(note(Math.floor(t / 0.4)), 262), t % 0.4, t);
  },
  "a low melody with rests": (seed) => {
    const note = makeNotes(seed);
    return (t) =>
      note(Math.floor(t / 0.3) + 400) > 1 && isWithin(t, 0.3, 0.24)
        ? 0.4 * blown(pitchOf(note(Math.floor(t / 0.3)), 110), t % 0.3, t)
        : 0;
  },
  drums: (seed) => {
    const hiss = makeHiss(seed);
    return (t) => {
      const kick = Math.sin(9 * Math.exp(-(t % 0.5) * 30)) * Math.exp(-(t % 0.5) * 12);
      const snare = hiss() * Math.exp(-((t + 0.25) % 0.5) * 18);
      const hat = hiss() * Math.exp(-(t % 0.125) * 60);
      return 0.4 * kick + 0.25 * snare + 0.1 * hat;
    };
  },
  typing: (seed) => {
    const hiss = makeHiss(seed);
    const note = makeNotes(seed);
    return (t) => {
      const age = (t % 0.14) - 0.01 * note(Math.floor(t / 0.14));
      return age < 0 ? 0.0005 * hiss() : hiss() * (0.3 * Math.exp(-age * 300) + 0.0005);
    };
  },
  "hum of 60 Hz": (seed) => {
    const hiss = makeHiss(seed);
    return (t) =>
      [1, 2, 3, 5].reduce((sum, n) => sum + (0.2 * sine(60 * n, t)) / n, 0.001 * hiss());
  },
  "a motor": () => (t) => 0.2 * square(87, t + 0.004 * sine(0.2, t)) * (0.7 + 0.3 * sine(3, t)),
} satisfies Record<string, (seed: number) => Sound>;

function makeSwell(seed: number, hz: number): Sound {
  const hiss = makeHiss(seed);
  return (t) => 0.4 * hiss() * (0.505 - 0.495 * Math.cos(2 * Math.PI * hz * t));
}

export type NoVoice = keyof typeof NO_VOICE;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys of the table itself
export const NO_VOICES = Object.keys(NO_VOICE) as NoVoice[];

/** 16 kHz samples of one of the sounds above; the same for the same seed. */
export function makeNoVoice(kind: NoVoice, seconds: number, seed = 1): Int16Array {
  const sound = NO_VOICE[kind](seed);
  return Int16Array.from({ length: seconds * RATE }, (_, n) => 32_000 * clip(sound(n / RATE)));
}

const clip = (x: number) => Math.max(-1, Math.min(1, x));

/** Resonances of a mouth that says a, e, i, o, u, in Hz. */
const VOWELS = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;

/** A resonance of 80 Hz width, fed sample by sample. */
function createResonance(): (x: number, hz: number) => number {
  const width = Math.exp((-Math.PI * 80) / RATE);
  let [one, two] = [0, 0];
  return (x, hz) => {
    const y =
      x * (1 - width) + 2 * width * Math.cos((2 * Math.PI * hz) / RATE) * one - width * width * two;
    two = one;
    one = y;
    return y;
  };
}

/**
 * A crude voice that talks: syllables of a hiss and a vowel, four a second, with a pitch that sinks over each phrase of
 * 2.5 s and rises on single syllables; half a second of rest between them.
 */
export function makeTalk(seconds: number, seed = 1): Int16Array {
  const random = seeded(seed);
  const note = makeNotes(seed);
  const resonances = [createResonance(), createResonance(), createResonance()];
  let phase = 0;
  return Int16Array.from({ length: seconds * RATE }, (_, n) => {
    const t = n / RATE;
    const within = t % 3;
    const hiss = random() * 2 - 1;
    if (within > 2.5) return 3 * hiss;
    const syllable = Math.floor(t * 4);
    const part = (t * 4) % 1;
    const accent = note(syllable + 300) > 4 ? 25 * Math.sin(Math.PI * part) : 0;
    phase += (150 - 18 * within + accent) / RATE;
    const pulse = phase >= 1 ? 1 : 0;
    phase %= 1;
    const isVowel = part > 0.25;
    const loud = isVowel ? Math.sin((Math.PI * (part - 0.25)) / 0.75) ** 0.5 : 0;
    const [from, to] = [VOWELS[note(syllable) % 5], VOWELS[note(syllable + 1) % 5]];
    const vowel = resonances.reduce((sum, resonance, k) => {
      const hz = (from?.[k] ?? 500) * (1 - part) + (to?.[k] ?? 500) * part;
      return sum + resonance(pulse * loud, hz) / (k + 1);
    }, 0);
    return 32_000 * clip(6 * vowel + (isVowel ? 0 : 0.04 * hiss));
  });
}

export function gateRanges(pcm: Int16Array, piece = 1600): Range[] {
  const gate = createSpeechGate();
  const events: GateEvent[] = [];
  for (let at = 0; at < pcm.length; at += piece)
    events.push(...gate.push(pcm.slice(at, at + piece)));
  events.push(...gate.flush());
  return events.flatMap((e) => (e.kind === "close" ? [{ startMs: e.fromMs, endMs: e.toMs }] : []));
}

export const covers = (range: Range, inner: Range) =>
  range.startMs <= inner.startMs && range.endMs >= inner.endMs;
