import type {
  DealList,
  DealSettings,
  DealsShown,
  StageLine,
} from "#app/core/domain/deal/deal-list-views.ts";

/** The tab of deals in the settings. */
export type DealsTab = DealList & {
  show: DealsShown;
  q: string;
  /** The deal or the stage whose form stands open. */
  open: string | null;
  /** The reader: a deal is theirs unless they say otherwise. */
  me: string;
  /** Null for who does not manage them. */
  stageLines: StageLine[] | null;
  settings: DealSettings | null;
};
