import { draft, type Draft } from "./draft.ts";
import { exactSpeedOf, waitsOf, type Figures } from "./figures.ts";
import { ratio, round4 } from "./numbers.ts";
import { amountOf } from "./speed.ts";
import { speechMsOf, type TalkContext } from "./talk-context.ts";

const NEEDS = ["turn_times", "sides"] as const;

/** Rows 6 and 8: what is our patience is the wait of the customer. */
export const waitRow = ({ side, waits }: Pick<Figures, "side" | "waits">): Draft =>
  draft(side === "R" ? "patience" : "customer_latency", "ms", {
    side,
    value: waits.median,
    n: waits.n,
    parts: { meanMs: waits.mean, p10Ms: waits.p10, p90Ms: waits.p90 },
    needs: NEEDS,
    why: "few_waits",
  });

/** Row 7: share of switches to this side that began over 0.2 s before the other's turn ended. */
export const cutInRow = ({ side, cutIns: { count, of } }: Figures): Draft =>
  draft("cut_in", "ratio", {
    ...{ side, value: ratio(count, of), n: of, parts: { count, of } },
    needs: NEEDS,
    why: "few_waits",
  });

/** Row 9: the wait after customer turns with an objection, and how much faster we then speak. */
function objectionRow(context: TalkContext, ours: Figures): Draft {
  const { objections } = context.input;
  if (!objections)
    return draft("objection_pause", "ms", {
      side: "R",
      value: null,
      needs: NEEDS,
      why: "no_tracker",
    });
  const hits = objections.map((hit) => context.clock.toTalk(hit.t0Ms));
  const after = ours.taken.filter(({ before }) =>
    hits.some((ms) => ms >= before.t0Ms && ms <= before.t1Ms),
  );
  const waits = waitsOf(after);
  const units = after.flatMap((change) => change.after.units);
  const { isJapanese } = context;
  const spoken = amountOf(units, isJapanese);
  const speed = exactSpeedOf({ spoken, speechMs: speechMsOf(units) }, isJapanese);
  const usual = exactSpeedOf(ours, isJapanese);
  return draft("objection_pause", "ms", {
    side: "R",
    value: waits.median,
    n: waits.n,
    needs: NEEDS,
    why: "few_waits",
    parts: {
      usualMs: ours.waits.median,
      speedChange: speed === null || !usual ? null : round4(speed / usual - 1),
    },
  });
}

/** Rows 6–9 of product §14.3. */
export function patienceRows(context: TalkContext, ours: Figures, theirs: Figures): Draft[] {
  return [waitRow(ours), cutInRow(ours), waitRow(theirs), objectionRow(context, ours)];
}
