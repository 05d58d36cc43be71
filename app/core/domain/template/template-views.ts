import type { TemplateDiff } from "./diff.ts";
import type { CallKindName, TemplateContent } from "./template.schema.ts";
import type { PersonRef } from "../views.ts";

/** Which calls a template is for, as people read it. Labels and teams the reader may not know of have no name. */
export type RuleView = {
  kinds: CallKindName[];
  labels: (string | null)[];
  teams: (string | null)[];
  stages: (string | null)[];
};

/** A line of the list. */
export type TemplateLine = {
  id: number;
  name: string;
  language: TemplateContent["language"];
  sections: number;
  rule: RuleView;
  isBuiltIn: boolean;
  /** Of Parley's own: takes every call of its language that no other takes. */
  isCatchAll: boolean;
  isArchived: boolean;
  /** From 1 on, among those in use; null for drafts, the archive and Parley's own. */
  place: number | null;
  published: number | null;
  draft: number | null;
  /** Of the last 30 days, among the calls the reader may see. */
  calls: number;
  /** Section results with a quote, of all; null without runs. */
  coverage: { answered: number; of: number } | null;
  /** The one above that takes all its calls. */
  takenBy: { name: string; place: number } | null;
};

export type VersionLine = {
  number: number;
  state: "draft" | "published" | "archived";
  note: string | null;
  /** ISO; of a draft, its last change. */
  at: string;
  by: string | null;
};

/** One template with its working version: the draft, or what is published. */
export type TemplateView = {
  id: number;
  name: string;
  isBuiltIn: boolean;
  isArchived: boolean;
  number: number;
  isDraft: boolean;
  content: TemplateContent;
  versions: VersionLine[];
  published: (VersionLine & { content: TemplateContent }) | null;
  /** The draft against what is published; null where one of them is missing. */
  changes: TemplateDiff | null;
  /** An older version against the working one, where it was asked for. */
  compared: { number: number; diff: TemplateDiff } | null;
  calls: number;
  canChange: boolean;
  /** Parley's own, too. */
  canDuplicate: boolean;
};

/** What the rule of a template can name. */
export type RuleChoices = Record<"labels" | "teams" | "stages", PersonRef[]>;

/** Why a call has its template: the part of the rule that it meets, no other template fits, or a person chose it. */
export type TemplateReason =
  | { by: "rule"; rule: RuleView; language: TemplateContent["language"] }
  | { by: "rest" }
  | { by: "person"; name: string };

/** The template that a call gets. */
export type CallAndTemplate = {
  call: { id: string; title: string };
  template: { id: number; name: string };
  reason: TemplateReason;
};
