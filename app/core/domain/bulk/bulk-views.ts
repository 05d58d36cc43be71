import type { Visibility } from "../call/call-views.ts";
import type { NewReviewer } from "../review/review.schema.ts";
import type { LabelColour } from "../label/label.schema.ts";
import type { LabelChoices } from "../label/label-views.ts";
import type { LibraryChoice } from "../library/library-views.ts";
import type { SummaryChoices } from "../summary/summary-views.ts";
import type { PersonRef } from "../views.ts";

/** What can be done with many calls at once. */
export const BULK_KINDS = [
  "give_label",
  "take_label",
  "set_access",
  "set_owner",
  "assign_reviewer",
  "regenerate",
  "run_tracker",
  "rewrite_terms",
  "count_words",
  "recognise",
  "propose",
  "add_to_library",
  "delete",
  "restore",
] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** What is done with each call. */
export type BulkOrder =
  | { kind: "give_label" | "take_label"; labelId: string }
  | { kind: "set_access"; visibility: Visibility }
  | { kind: "set_owner"; memberId: string }
  | ({ kind: "assign_reviewer" } & NewReviewer)
  | { kind: "regenerate"; templateId: number; templateVersion: number | null }
  | { kind: "run_tracker"; trackerId: string }
  /** What the summary says now goes to the records of the CRMs, as proposals. */
  | { kind: "propose" }
  /** Written with the dictionary as it is. */
  | { kind: "rewrite_terms" }
  /** Counted with the word lists as they are. */
  | { kind: "count_words" }
  /** By the engine for its language. `isBetterOnly`: where that is a model other than the one its words are of. */
  | { kind: "recognise"; isBetterOnly: boolean }
  /** As an item of its own; `agreed`: ids of members who may gain access by it. */
  | { kind: "add_to_library"; libraryId: string; folderId: string | null; agreed: string[] }
  /** `withClips`: the clips of each go with it, and come back with it. */
  | { kind: "delete"; withClips: boolean }
  | { kind: "restore" };

/** How a run of the reader stands. */
export type BulkLine = {
  id: string;
  kind: BulkKind;
  /** It puts back what another run did. */
  isUndo: boolean;
  state: "queued" | "running" | "done" | "cancelled";
  total: number;
  /** Calls that were tried. */
  done: number;
  /** ISO */
  createdAt: string;
  endedAt: string | null;
  /** Names are those of now, and null where the reader may not know them. */
  label: { name: string; colour: LabelColour } | null;
  /** The reviewer, or the new owner. */
  person: string | null;
  visibility: Visibility | null;
  tracker: string | null;
  library: string | null;
};

/** A call that was not changed, and why: `unchanged`, or the code of the refusal; null: not tried. */
export type BulkRowView = {
  ord: number;
  outcome: string | null;
  /** Null where the reader may not know of the call. */
  call: { id: string; title: string } | null;
};

/** A run as its dialog shows it. */
export type BulkRunView = BulkLine & {
  /** `asked`: of the done, those that wait for the word of their owners. */
  counts: { done: number; asked: number; unchanged: number; refused: number; left: number };
  /** The first calls that were refused, then those that were so already. */
  rows: BulkRowView[];
  /** More matched than one run takes; the newest were taken. */
  isCut: boolean;
  canCancel: boolean;
  canUndo: boolean;
  isUndone: boolean;
};

/** What can be chosen for many calls. */
export type BulkChoices = LabelChoices & {
  /** Who can be asked to review, or be given calls. */
  people: PersonRef[];
  /** What calls can be summarised by. */
  templates: SummaryChoices["templates"];
  /** Libraries the reader may add to. */
  libraries: LibraryChoice[];
};
