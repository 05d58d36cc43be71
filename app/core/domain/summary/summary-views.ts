import type { JsonValue, Side } from "../views.ts";
import type { OutputItem, OutputType } from "./output.ts";

/** One quote: an exact piece of the transcript, and where it was said. */
export type EvidenceView = {
  segment: number;
  participantId: string | null;
  speaker: string;
  side: Side | null;
  t0Ms: number;
  t1Ms: number;
  quote: string;
};

export type SummaryOutputView = {
  id: string;
  /** Section key of the template, a key of the `summary` catalogue for built-ins. */
  section: string;
  ord: number;
  type: string;
  /** Typed value (number, ISO date, boolean, task …); null for verbatim quotes, which are their evidence. */
  value: JsonValue;
  certainty: "said" | "implied" | "not_discussed";
  whyEmpty: string | null;
  /** `ord`: its place among those of the output, of which some may not be shown. */
  evidence: (EvidenceView & { ord: number })[];
};

/** A section of the template that a summary was made by. */
export type SummarySectionView = {
  key: string;
  /** As the template names it; null: the catalogue does, for Parley's own. */
  title: string | null;
  type: OutputType;
  isRequired: boolean;
  /** Shown where it was not discussed; null: the screen's own words. */
  ifNotDiscussed: string | null;
  options: string[];
  columns: string[];
};

/** What a person made of a section. */
export type SummaryEditView = {
  section: string;
  /** With the places that each was made from; none for one that was added. */
  items: (OutputItem & { evidence: EvidenceView[] })[];
  version: number;
  by: string;
  /** ISO. */
  at: string;
  /** A later run has this section too, and nobody looked at it yet. */
  hasNew: boolean;
};

export type SummaryView = {
  engine: string;
  model: string | null;
  state: "queued" | "running" | "done" | "failed";
  /** Code of `panels:summary.note`: why it is Highlights after all, or what a model did not read; null otherwise. */
  note: string | null;
  dropped: number;
  /** Null for a summary that is older than templates. */
  template: { id: number; version: number; name: string; isBuiltIn: boolean } | null;
  /** A model is at it. */
  isPending: boolean;
  sections: SummarySectionView[];
  edits: SummaryEditView[];
  outputs: SummaryOutputView[];
};

/** What a call can be summarised by: published versions, and those that were. */
export type SummaryChoices = {
  templates: {
    id: number;
    name: string;
    isBuiltIn: boolean;
    language: "en" | "ja";
    /** The newest first. */
    versions: number[];
  }[];
};
