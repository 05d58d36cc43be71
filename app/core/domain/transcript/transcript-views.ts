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
  /**
   * Why a newer recognition was put beside it: it covers less, or these words were corrected or chosen by hand; null:
   * none was.
   */
  beside: "fewer" | "corrected" | "chosen" | null;
  words: number;
  segments: number;
  versions: TranscriptVersionView[];
};
