import type { PersonRef, Side } from "../views.ts";
import type { TermCategory } from "./dictionary.schema.ts";

/** A line of the settings. */
export type TermLine = {
  id: string;
  term: string;
  /** How it may be heard or written instead. */
  variants: string[];
  language: string;
  category: TermCategory;
  /** 0–10: how much the engine should expect it. */
  boost: number;
  isCaseSensitive: boolean;
  isEnabled: boolean;
  team: PersonRef | null;
  version: number;
  canChange: boolean;
};

/** A term that somebody, or equal corrections, ask for. */
export type SuggestionLine = {
  id: string;
  term: string;
  /** How it was heard; empty: nobody said. */
  variant: string;
  language: string;
  /** Equal corrections; 0 where a person asks. */
  times: number;
  /** Null: corrections. */
  by: PersonRef | null;
  team: PersonRef | null;
  /** ISO */
  at: string;
  canDecide: boolean;
};

/** A call whose words can be tried. */
export type TestableCall = { id: string; title: string };
/** A part of a sentence: `was` in the words that people read, `is` in those with the dictionary; alike where nothing changes. */
export type TestedPiece = { was: string; is: string };
export type TestedLine = {
  t0Ms: number;
  name: string | null;
  side: Side | null;
  pieces: TestedPiece[];
};
/** What the dictionary would make of a call's words; nothing is changed. */
export type DictionaryTest = {
  call: TestableCall;
  words: number;
  changed: number;
  /** The first lines that change. */
  lines: TestedLine[];
};

/** A row of a file that is no term, and why: a form code. */
export type CsvFault = { row: number; reason: string };
export type TermsImported = { added: number; changed: number; faults: CsvFault[] };
