import type { EvidenceView } from "../summary/summary-views.ts";
import type { JsonValue } from "../views.ts";

/** How many sections have an answer with a quote, of all. */
export type Coverage = { answered: number; of: number };
export type BenchItem = {
  type: string;
  value: JsonValue;
  certainty: string;
  evidence: EvidenceView[];
};
/** One section of both versions on one call; null: that version does not have it. */
export type BenchSection = {
  key: string;
  title: string;
  isSame: boolean;
  published: BenchItem[] | null;
  draft: BenchItem[] | null;
};
export type BenchCall = {
  id: string;
  title: string;
  coverage: Coverage;
  sections: BenchSection[];
};
/** A draft beside what is published, on past calls that the editor may see. */
export type BenchView = {
  /** ISO. */
  at: string;
  ms: number;
  published: (Coverage & { number: number }) | null;
  /** Of the working version: the draft, or what is published. */
  draft: Coverage & { number: number };
  /** Calls with an answer, by section of the working version. */
  bySection: { key: string; answered: number; of: number }[];
  calls: BenchCall[];
  /** What a model would cost for one of these calls, in dollars; null: none fills this template. */
  cost: { model: string; eachCall: number } | null;
};
