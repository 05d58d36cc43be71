import type { Side } from "../views.ts";
import type { FieldDef } from "./extract.ts";

/** One part of a built-in Highlights template (product §16); its title is in the `summary` catalogue. */
export type SectionDef = {
  key: string;
  /** quotes: verbatim sentences · checklist: next steps with owner and due date. */
  kind: "quotes" | "checklist";
  /** Title, question and keywords of the section, as one text. */
  query: string;
  /** Phrases that make a sentence belong to the section, over folded text. */
  cues: RegExp;
  /** Who is expected to say it; others are quoted too. */
  side: Side | null;
  /** Share of the call in which it is looked for; the whole if left out. */
  within?: readonly [number, number];
  /** Least BM25 score of the best sentence, in words as rare as one said once, for a call without any cue. */
  floor: number;
  fields: readonly FieldDef[];
};
export type TemplateKey = "sales_meeting" | "discovery";
export type Templates = Readonly<Record<TemplateKey, readonly SectionDef[]>>;
