import type { SectionDef } from "./section.ts";
import type { OutputType } from "./output.ts";

/** One section of a template as both engines read it. */
export type AskedSection = {
  key: string;
  title: string;
  /** What is asked, in the words of the template. */
  instruction: string;
  type: OutputType;
  isRequired: boolean;
  /** What Highlights looks for beside title and question. */
  lookFor: readonly string[];
  /** What a number counts; null: whatever follows it. */
  unit: string | null;
  /** ISO 4217 of an amount; null: as spoken. */
  currency: string | null;
  /** Of a table. */
  columns: readonly string[];
  /** Most characters of an answer in words; null: no limit. */
  maxLength: number | null;
  example: string;
  /** Rules that were tuned for a section of Parley's own, where this one is as it was there. */
  tuned: SectionDef | null;
  /** Of "one of" and "some of". */
  options: readonly { value: string; words: readonly string[] }[];
};
