import type { NextStep } from "./next-steps.ts";
import { evidenceOf, type Made, output } from "./ready.ts";
import { termsOf } from "./terms.ts";

/** `task` is what was said; owner null: the other side, or both. */
export function stepOutput(section: string, step: NextStep): Made {
  const { sentence, due, owner, quote, t0Ms, t1Ms } = step;
  const other = sentence.side === "R" ? "C" : sentence.side === "C" ? "R" : null;
  return output(section, "checklist", {
    value: {
      task: quote,
      owner: owner === "speaker" ? sentence.participantId : null,
      ownerSide: owner === "speaker" ? sentence.side : owner === "other" ? other : null,
      isBoth: owner === "both",
      due: due?.date ?? null,
      dueTime: due?.time ?? null,
      duePhrase: due?.phrase ?? null,
    },
    certainty: step.isHedged ? "implied" : "said",
    evidence: [{ ...evidenceOf(sentence), quote, t0Ms, t1Ms }],
  });
}

/** A step said again at the end of the call (same owner, alike terms): the later one, which has the last word. */
export function withoutRepeats(steps: readonly NextStep[], language: string): NextStep[] {
  const seen = steps.map((step) => new Set(termsOf(step.quote, language)));
  return steps.filter((step, n) => {
    const own = seen[n] ?? new Set();
    return !steps.some((later, m) => {
      const shared = [...own].filter((term) => seen[m]?.has(term) === true).length;
      const isAlike = own.size > 0 && shared / Math.min(own.size, seen[m]?.size ?? 1) >= 0.8;
      const isSameOwner = later.owner === step.owner && later.sentence.side === step.sentence.side;
      return m > n && isSameOwner && isAlike;
    });
  });
}
