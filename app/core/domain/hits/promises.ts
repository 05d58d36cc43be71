import type { Side } from "../views.ts";
import { nextStepsOf } from "../summary/next-steps.ts";
import type { SummarySentence } from "../summary/sentences.ts";
import type { CallClock } from "../summary/spoken-date.ts";
import { zonedInstant } from "../zone.ts";

/**
 * A commitment made on a call (product §19.4): first person, future or offer, action. `dueAt` is an
 * instant: the time said, else the end of that day in the call's zone. `isUnsure`: an offer, or hedged.
 */
export type Promised = {
  participantId: string | null;
  side: Side | null;
  segment: number;
  t0Ms: number;
  t1Ms: number;
  quote: string;
  rule: "promise.will" | "promise.we" | "promise.offer";
  due: { date: string; at: string; phrase: string; isExact: boolean } | null;
  isUnsure: boolean;
};

const DAY_END = "23:59";

export function promisesOf(
  sentences: readonly SummarySentence[],
  language: string,
  clock: CallClock,
): Promised[] {
  return nextStepsOf(sentences, language, clock).flatMap((step) => {
    const isOffer = step.rule === "offer";
    if (!isOffer && !step.isCommitment) return [];
    const { sentence, due, quote, t0Ms, t1Ms } = step;
    return [
      {
        participantId: sentence.participantId,
        side: sentence.side,
        segment: sentence.segment,
        t0Ms,
        t1Ms,
        quote,
        rule: `promise.${step.rule === "ask" ? "will" : step.rule}` as const,
        due: due && {
          date: due.date,
          at: zonedInstant(due.date, due.time ?? DAY_END, clock.timeZone),
          phrase: due.phrase,
          isExact: due.isExact,
        },
        isUnsure: isOffer || step.isHedged,
      },
    ];
  });
}
