export type TranscriptVersionView = {
  number: number;
  origin: "engine" | "import" | "edit";
  engine: string | null;
  by: string | null;
  at: string;
  isCurrent: boolean;
};

export type TranscriptView = {
  number: number;
  origin: "engine" | "import" | "edit";
  engine: string | null;
  model: string | null;
  language: string;
  /** The built-in engine: the header says "basic". */
  isBasic: boolean;
  isImported: boolean;
  /** Catalogue code of a notice in the header, e.g. `doubtful`, `unreliable`, `times_estimated`. */
  notice: string | null;
  words: number;
  segments: number;
  versions: TranscriptVersionView[];
};
