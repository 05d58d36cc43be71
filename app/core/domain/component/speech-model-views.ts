/** What becomes of a model, in the order in which it happens. */
export const MODEL_STATES = [
  "known",
  "queued",
  "download",
  "check",
  "unpack",
  "try",
  "removing",
  "ready",
] as const;
export type ModelState = (typeof MODEL_STATES)[number];

/** Somebody waits for these; a page asks again while one is under way. */
export const isUnderWay = (state: ModelState): boolean => state !== "known" && state !== "ready";

export const ENGINE_NAMES = ["sherpa-onnx", "openai-http", "pocketsphinx"] as const;
export const ENGINE_NOTICES = [
  "off",
  "no_engine",
  "engine_missing",
  "language_not_supported",
] as const;

/** Why work on a model did not come to its end; the worker's own codes, and `cancelled`. */
export const MODEL_CAUSES = [
  "cancelled",
  "unknown_model",
  "name_not_plain",
  "languages_unknown",
  "busy",
  "one_model_only",
  "in_use",
  "address_refused",
  "too_many_redirects",
  "unreachable",
  "not_there",
  "broke_off",
  "too_large",
  "too_many_files",
  "disk_full",
  "not_an_archive",
  "damaged",
  "hostile",
  "not_a_model",
  "differs",
  "does_not_load",
  "unexpected",
] as const;
export type ModelCause = (typeof MODEL_CAUSES)[number];

export const TRY_FAULTS = [
  "no_engine",
  "engine_missing",
  "engine_failed",
  "engine_timeout",
  "engine_refused",
  "rate_limited",
  "unexpected",
] as const;

export type SpeechModelView = {
  name: string;
  languages: string[];
  license: string | null;
  sha256: string | null;
  state: ModelState;
  /** Of the step that is under way; before an install, the size of the archive. */
  doneBytes: number;
  totalBytes: number | null;
  cause: ModelCause | null;
};

/** What came of saying a sentence to the engine. */
export type SpeechTryView = {
  state: "running" | "done" | "failed";
  sentence: string;
  heard: string;
  isSpoken: boolean;
  seconds: number;
  engine: string;
  model: string;
  fault: (typeof TRY_FAULTS)[number];
};

export type SpeechEnginesView = {
  /** What was found a moment ago; null: no worker is there to say it. */
  found: {
    setting: string;
    /** By language: the engine, or why there is none. */
    choices: {
      language: "en" | "ja";
      engine: (typeof ENGINE_NAMES)[number] | null;
      model: string;
      notice: (typeof ENGINE_NOTICES)[number];
    }[];
    /** Where call audio is sent; empty: nowhere. */
    host: string;
    /** Models that were there and are gone. */
    gone: string[];
    isWalled: boolean;
  } | null;
  /** Only who may install sees what there is to install. */
  models: SpeechModelView[];
  mayInstall: boolean;
  trial: SpeechTryView | null;
};
