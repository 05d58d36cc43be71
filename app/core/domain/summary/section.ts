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
  /** Words of which two make it belong there, or one beside a fact (`with`); all of them (`g`). */
  hints?: RegExp;
  /** An amount of money or a day to come counts as a hint. */
  with?: "money" | "date";
  /** Words with which it belongs elsewhere. */
  unless?: RegExp;
  /** Questions and next steps are left out elsewhere. */
  allows?: "questions" | "steps";
  /** Whose affair it is; the other side is not quoted. Null: either's. */
  side: Side | null;
  /** Share of the call in which it is looked for; the whole if left out. */
  within?: readonly [number, number];
  fields: readonly FieldDef[];
};
export type TemplateKey = "sales_meeting" | "discovery";
export type Templates = Readonly<Record<TemplateKey, readonly SectionDef[]>>;
