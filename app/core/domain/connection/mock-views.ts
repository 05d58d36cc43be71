import type { ShownState } from "./connection-views.ts";

/** The demo's CRM, which stands in this installation. */
export type MockCrmView = {
  state: ShownState;
  /** What it will do wrong; `left`: how often still. */
  faults: { id: string; fault: string; field: string | null; left: number }[];
  deals: { id: string; name: string }[];
  /** Deals that could become its own. */
  dealsByHand: number;
};
