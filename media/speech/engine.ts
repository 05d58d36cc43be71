/**
 * The contract of every speech engine (speech.md §2).
 * All times are integer milliseconds on the call clock; audio is 16 kHz mono signed 16 bit.
 */
export type Word = { text: string; startMs: number; endMs: number; confidence?: number };

/** At most 20 s of one person's voice. The id is stable for the same audio, so a re-run can resume by it. */
export type SegmentIn = { id: string; startMs: number; endMs: number; pcm: Int16Array };

/**
 * `timing` says where the word times come from: the engine, forced alignment, or an even share of the segment.
 * `isInaudible` marks a segment that failed twice: no words, `text` is `INAUDIBLE`.
 */
export type SegmentOut = {
  id: string;
  startMs: number;
  endMs: number;
  text: string;
  words: Word[];
  timing: "engine" | "aligned" | "spread";
  language?: string;
  confidence?: number;
  isInaudible?: boolean;
};

/** One dictionary term. `boost` is 0–10 (product §4.2); `phones` is a pronunciation such as "HH AH B S P AA T". */
export type BiasTerm = { text: string; soundsLike?: string[]; phones?: string; boost: number };

export type Options = {
  /** BCP 47, e.g. "en", "en-US", "ja". */
  language: string;
  bias: readonly BiasTerm[];
  /**
   * The track from its beginning, whatever of it is asked for: an engine that fits itself to a voice does so by this, so
   * that an attempt that goes on in the middle hears as one that began at the beginning.
   */
  voice?: () => AsyncIterable<SegmentIn>;
  signal: AbortSignal;
  /** Told the reason whenever a segment is given up as inaudible. */
  onSegmentFailed?: (id: string, error: SpeechError) => void;
};

export type LiveTrack = {
  /** 16 kHz samples in blocks of any length; a start that jumps ends the piece under way. */
  push(pcm: Int16Array, startMs: number): void;
  /** Ends the piece under way; settles when every final has been told. */
  close(): Promise<void>;
  /** Somebody is speaking. */
  readonly isOpen: boolean;
};
export type LiveEvents = {
  /** A piece has begun; it ends with `onFinal` of the same id. */
  onOpen?(id: string, startMs: number): void;
  /** `stable` will not change any more, `tail` may. */
  onDraft(id: string, stable: string, tail: string, startMs: number): void;
  /** Finals of a track may come out of order: a short piece is recognised sooner than a long one. */
  onFinal(segment: SegmentOut): void;
  /** Asked before each draft: drafts are the first thing to go when the machine is busy. */
  mayDraft?(): boolean;
};

export type LiveOptions = Options &
  LiveEvents & {
    /** The track that this one takes over from: what was learned of the voice goes on. */
    after?: LiveTrack;
  };

export type EngineId = "pocketsphinx" | "openai-http" | "sherpa-onnx";
export type Capabilities = {
  words: boolean;
  punctuation: boolean;
  fillers: boolean;
  bias: "lm" | "prompt" | "keywords" | "hotwords" | "none";
  languages: readonly string[] | "any";
  live: "segment" | "stream";
};

export type SpeechEngine = {
  readonly id: EngineId;
  readonly caps: Capabilities;
  /** Name of the model as stored with a transcript. */
  readonly model: string;
  /** The Test button. `detail` is an English code-like sentence for logs and the engine card. */
  check(): Promise<{ ok: boolean; detail: string }>;
  /** Answers come in the order of the segments. Throws `SpeechError`. */
  transcribe(segments: AsyncIterable<SegmentIn>, options: Options): AsyncIterable<SegmentOut>;
  openLive?(options: LiveOptions): Promise<LiveTrack>;
  /** Ends the processes the engine keeps; it may be used again and starts them anew. */
  close(): Promise<void>;
};

export type SpeechErrorCode =
  | "engine_missing"
  | "language_not_supported"
  | "bad_audio"
  | "engine_failed"
  | "engine_timeout"
  | "engine_refused"
  | "rate_limited"
  | "cost_cap";

/** The only error this room throws on purpose. A transient one is worth another attempt later. */
export class SpeechError extends Error {
  override readonly name = "SpeechError";
  readonly code: SpeechErrorCode;
  readonly isTransient: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: SpeechErrorCode,
    detail: string,
    more: { isTransient?: boolean; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(detail, { cause: more.cause });
    this.code = code;
    this.isTransient = more.isTransient ?? false;
    this.retryAfterMs = more.retryAfterMs;
  }
}

export const INAUDIBLE = "[inaudible]";
export const SAMPLES_PER_MS = 16;

/** "en-US" and "en" are one language to an engine; case does not count. */
export function primaryLanguage(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? "";
}

export function knowsLanguage(languages: readonly string[] | "any", language: string): boolean {
  if (languages === "any") return true;
  return languages.some((known) => primaryLanguage(known) === primaryLanguage(language));
}
