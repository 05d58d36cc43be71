import { draft, type Draft } from "./draft.ts";
import type { Figures } from "./figures.ts";
import { exactRatio, ratio, round4 } from "./numbers.ts";
import { lengthOf, totalOf, unionOf } from "./ranges.ts";
import type { TalkContext } from "./talk-context.ts";

const STAKEHOLDER_MS = 30_000;
const SIDES = ["sides"] as const;

/** Headline of product §14.3 row 1: a side's speech, or a speaker's, in the sum of both sides'. */
export const talkRatio = ({ speechMs }: Figures, bothSidesMs: number): number | null =>
  ratio(speechMs, bothSidesMs);

export function talkRow(context: TalkContext, own: Figures, bothSidesMs: number): Draft {
  const allMs = totalOf(context.speech);
  return draft("talk_ratio", "ratio", {
    side: own.side,
    value: talkRatio(own, bothSidesMs),
    needs: SIDES,
    parts: {
      speechMs: own.speechMs,
      bothSidesMs,
      allMs,
      callMs: context.durationMs,
      ofAll: ratio(own.speechMs, allMs),
      ofCall: ratio(own.speechMs, context.durationMs),
    },
  });
}

/** Rows 2 and 3. */
export const longestRow = ({ side, longest }: Figures): Draft =>
  draft(side === "R" ? "longest_monologue" : "longest_customer_story", "ms", {
    ...{ side, value: longest && lengthOf(longest), at: longest, needs: SIDES },
  });

/** Side changes of the floor per minute and the index made of it (rows 4, 5). @param switches null: without any turn */
export function switchRows({ durationMs }: TalkContext, switches: number | null): Draft[] {
  const parts = { switches, callMs: durationMs };
  const exact = switches === null ? null : exactRatio(switches * 60_000, durationMs);
  const perMin = exact === null ? null : round4(exact);
  return [
    draft("switches_per_min", "per_min", { value: perMin, parts, needs: SIDES }),
    draft("interactivity", "score", {
      value: exact === null ? null : round4(Math.min(10, 2.5 * exact)),
      parts: { ...parts, perMin },
      needs: SIDES,
    }),
  ];
}

/** Of both sides together; null where neither ever had the floor. */
export const switchesOfSides = ({ bySide }: TalkContext): number | null =>
  bySide.turns.length === 0 ? null : bySide.switches.length;

const isGroup = ({ input }: TalkContext, speakerId: string): boolean =>
  input.groups?.includes(speakerId) ?? false;

function participationRows(context: TalkContext): Draft[] {
  const bySpeaker = Map.groupBy(context.units, ({ speakerId }) => speakerId);
  const spoken = [...bySpeaker]
    .map(([id, units]) => ({ id, side: units[0]?.side ?? null, speechMs: totalOf(unionOf(units)) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const allMs = spoken.reduce((sum, { speechMs }) => sum + speechMs, 0);
  const known = spoken.filter(({ id }) => id !== "");
  const shares = known.map(({ id, side, speechMs }) =>
    draft("participation", "ratio", {
      side,
      participantId: id,
      value: isGroup(context, id) ? null : ratio(speechMs, allMs),
      why: isGroup(context, id) ? "several_people" : "no_speech",
      parts: { speechMs, allMs },
    }),
  );
  const customers = known.filter(({ side }) => side === "C");
  const stakeholders = draft("speaking_stakeholders", "count", {
    side: "C",
    value: customers.some(({ id }) => isGroup(context, id))
      ? null
      : customers.filter(({ speechMs }) => speechMs >= STAKEHOLDER_MS).length,
    why: "several_people",
    needs: SIDES,
    parts: { customers: customers.length },
  });
  return [...shares, stakeholders];
}

/** Rows 1–5 and 19 of product §14.3. */
export function talkRows(context: TalkContext, ours: Figures, theirs: Figures): Draft[] {
  const bothSidesMs = ours.speechMs + theirs.speechMs;
  return [
    talkRow(context, ours, bothSidesMs),
    talkRow(context, theirs, bothSidesMs),
    longestRow(ours),
    longestRow(theirs),
    ...switchRows(context, switchesOfSides(context)),
    ...participationRows(context),
  ];
}
