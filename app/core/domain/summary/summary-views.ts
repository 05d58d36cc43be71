import type { JsonValue, Side } from "../views.ts";

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
  evidence: EvidenceView[];
};

export type SummaryView = {
  engine: string;
  state: "queued" | "running" | "done" | "failed";
  note: string | null;
  dropped: number;
  outputs: SummaryOutputView[];
};
