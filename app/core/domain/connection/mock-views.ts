import type { CrmValue } from "./connection-types.ts";
import type { ConnectionHealth } from "./connection-views.ts";

/** The demo's CRM, which is part of this installation. */
export type MockCrmView = {
  health: ConnectionHealth;
  /** What it will do wrong; `left`: how often still. */
  faults: { id: string; fault: string; field: string | null; left: number }[];
  deals: { id: string; name: string; values: Record<string, CrmValue> }[];
  /** Deals that could become its own. */
  dealsByHand: number;
};
