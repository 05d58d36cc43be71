import type { MetricView } from "./metric-views.ts";
import type { Side } from "../views.ts";

/**
 * What a side's row of table metric_row holds beside `MetricRow`, for analytics: taken from the call's own numbers, so
 * that both say the same. Null = not computable or behind the display gate.
 */
export type SideFigures = {
  interactivity: number | null;
  openShare: number | null;
  speedGap: number | null;
  /** How many waits, and changes of the floor, patience and cut-ins are made of. */
  waits: number | null;
  cutInOf: number | null;
  isMorae: boolean;
  /** Why a number of the side is not there, by the metric's key. */
  reasons: Record<string, string>;
};

/** The patience of the customer's row is the customer's wait. */
const WAITS: Record<Side, string> = { R: "patience", C: "customer_latency" };

export function sideFiguresOf(metrics: readonly MetricView[], side: Side): SideFigures {
  const mine = metrics.filter(
    (one) => one.participantId === null && (one.side === null || one.side === side),
  );
  const find = (key: string) => mine.find((one) => one.key === key);
  const given = (key: string) => {
    const found = find(key);
    return found && found.reason === null ? found.value : null;
  };
  return {
    interactivity: given("interactivity"),
    openShare: given("open_questions"),
    speedGap: given("speed_gap"),
    waits: find(WAITS[side])?.n ?? null,
    cutInOf: find("cut_in")?.n ?? null,
    isMorae: find("speed_morae") !== undefined,
    reasons: Object.fromEntries(
      mine.flatMap(({ key, reason }) => (reason === null ? [] : [[key, reason]])),
    ),
  };
}
