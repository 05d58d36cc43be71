import type { MomentView } from "#app/core/pages/playback-views.ts";
import type { SummaryOutputView } from "#app/core/domain/summary/summary-views.ts";

/** A promise and, where the summary has it too, when it is due. */
export type Promised = { moment: MomentView; output: SummaryOutputView | null };

const STEPS = new Set(["next_action", "next_step"]);
/** Quotes on the first screen of a summary. */
const MOST_QUOTES = 6;

const quotesIn = (outputs: readonly SummaryOutputView[]): number =>
  outputs.reduce((sum, { evidence }) => sum + evidence.length, 0);

/** What was said of the sections, without what was not discussed, in the order of the sections. */
export function saidOutputs(outputs: readonly SummaryOutputView[]): SummaryOutputView[] {
  const sections = [...new Set(outputs.map(({ section }) => section))];
  return outputs
    .filter(({ certainty }) => certainty !== "not_discussed")
    .sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section) || a.ord - b.ord);
}

/** Promises whose words can be relied on, each with the step of the summary that was made of the same words. */
export function promisesOf(
  moments: readonly MomentView[],
  outputs: readonly SummaryOutputView[],
): Promised[] {
  const steps = outputs.filter(({ section }) => STEPS.has(section));
  return moments
    .filter(({ kind, isUncertain }) => kind === "promise" && !isUncertain)
    .map((moment) => ({
      moment,
      output:
        steps.find(({ evidence }) =>
          evidence.some(
            ({ participantId, t0Ms, t1Ms }) =>
              participantId === moment.participantId && t0Ms < moment.t1Ms && t1Ms > moment.t0Ms,
          ),
        ) ?? null,
    }));
}

/**
 * The statements of the first screen: at most six quotes, from as many sections as there are, in the order of the sections.
 * A statement is shown whole or not at all.
 */
export function firstOutputs(said: readonly SummaryOutputView[]): SummaryOutputView[] {
  const sections = [...Map.groupBy(said, ({ section }) => section).values()];
  const longest = Math.max(0, ...sections.map(({ length }) => length));
  const chosen = new Set<SummaryOutputView>();
  let quotes = 0;
  for (let turn = 0; turn < longest; turn += 1) {
    for (const section of sections) {
      const next = section[turn];
      if (!next || quotes + quotesIn([next]) > MOST_QUOTES) continue;
      chosen.add(next);
      quotes += quotesIn([next]);
    }
  }
  return said.filter((output) => chosen.has(output));
}

export { quotesIn };
