import { draft, type Draft } from "./draft.ts";
import type { Figures } from "./figures.ts";
import { exactRatio, ratio, round4 } from "./numbers.ts";
import { lengthOf, totalOf, unionOf } from "./ranges.ts";
import type { TalkContext } from "./talk-context.ts";

const STAKEHOLDER_MS = 30_000;
const SIDES = ["sides"] as const;

/** Headline of product §14.3 row 1: a side's speech in the sum of both sides'. */
export const talkRatio = (own: Figures, other: Figures): number | null =>
  ratio(own.speechMs, own.speechMs + other.speechMs);

function talkRow(context: TalkContext, own: Figures, other: Figures): Draft {
  const allMs = totalOf(context.speech);
  return draft("talk_ratio", "ratio", {
    side: own.side,
    value: talkRatio(own, other),
    needs: SIDES,
    parts: {
      speechMs: own.speechMs,
      bothSidesMs: own.speechMs + other.speechMs,
      allMs,
      callMs: context.durationMs,
      ofAll: ratio(own.speechMs, allMs),
      ofCall: ratio(own.speechMs, context.durationMs),
    },
  });
}

const longestRow = (key: string, { side, longest }: Figures): Draft =>
  draft(key, "ms", { side, value: longest && lengthOf(longest), at: longest, needs: SIDES });

/** Side changes of the floor per minute and the index made of it (rows 4, 5). */
function switchRows({ bySide, durationMs }: TalkContext): Draft[] {
  const switches = bySide.switches.length;
  const parts = { switches, callMs: durationMs };
  const exact = bySide.turns.length === 0 ? null : exactRatio(switches * 60_000, durationMs);
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
  return [
    talkRow(context, ours, theirs),
    talkRow(context, theirs, ours),
    longestRow("longest_monologue", ours),
    longestRow("longest_customer_story", theirs),
    ...switchRows(context),
    ...participationRows(context),
  ];
}
