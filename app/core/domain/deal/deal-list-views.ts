import type { Visibility } from "../call/call-views.ts";
import type { PersonRef } from "../views.ts";
import type { DealRef, StageRef } from "./deal-views.ts";
import type { StageKind } from "./stage.schema.ts";

/** Deals that were entered here, by hand or by a file. */
export const DEALS_SHOWN = ["open", "closed", "deleted"] as const;
export type DealsShown = (typeof DEALS_SHOWN)[number];

/** A line of the settings. */
export type DealLine = DealRef & {
  stageId: string;
  ownerId: string | null;
  /** "2026-12-01" */
  closeDate: string | null;
  nextStep: string | null;
  version: number;
  /** Of those the reader may see. */
  calls: number;
  mayChange: boolean;
};
export type DealList = {
  deals: DealLine[];
  /** There are more than are shown. */
  isMore: boolean;
  /** Whose a deal may be that the reader enters: themselves, and whose deals they may change. */
  owners: PersonRef[];
  stages: StageRef[];
};

export type StageLine = {
  id: string;
  name: string;
  kind: StageKind;
  isArchived: boolean;
  deals: number;
  version: number;
};
export type DealSettings = {
  dealVisibility: Visibility;
  openedAfterDays: number;
  closedBeforeDays: number;
  /** After how many days a CRM's change that nobody decided about is over. */
  expiresDays: number;
  version: number;
};

/** A line of a file of deals; `faults` are codes of the `deal` catalogue. */
export type DealRow = {
  /** Of the file, from 1. */
  line: number;
  cells: Record<DealColumn, string>;
  faults: string[];
};
/** The columns of such a file, in their order. */
export const DEAL_COLUMNS = [
  "name",
  "company",
  "owner",
  "stage",
  "amount",
  "currency",
  "close_date",
  "next_step",
] as const;
export type DealColumn = (typeof DEAL_COLUMNS)[number];
export type DealCheck = { rows: DealRow[]; good: number; bad: number };
