import type { Member } from "#app/core/domain/access/actor.ts";
import { getActivity } from "#app/core/domain/analytics/activity.server.ts";
import type {
  ActivityView,
  Counts,
  OverPeople,
} from "#app/core/domain/analytics/activity-views.ts";
import { parseAnalyticsQuery } from "#app/core/domain/analytics/parse-query.ts";
import type { AnalyticsQuery } from "#app/core/domain/analytics/query.ts";
import { record } from "#app/core/domain/audit/record.server.ts";
import type { ListData } from "#app/core/domain/list/list-data.ts";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { withSavedView } from "./saved-views.server.ts";

/** One line of the file: of what, of whom or when, and its numbers; what a line has not is empty. */
type Line = {
  group:
    | "total"
    | "before"
    | "week"
    | "week_before"
    | "own_before"
    | "person"
    | "median"
    | "mean"
    | "hour";
  name: string | null;
  memberId: string | null;
  from: string | null;
  to: string | null;
  counts: Partial<Counts> | null;
  /** Shares in place of counts. */
  over: OverPeople | null;
  people: number | null;
  feedback: { n: number; medianMs: number | null } | null;
};

const number = (value: number | null | undefined): number | null => value ?? null;
const COLUMNS = {
  group: ({ group }) => group,
  name: ({ name }) => name,
  member_id: ({ memberId }) => memberId,
  from: ({ from }) => from,
  to: ({ to }) => to,
  time_zone: (_, { zone }) => zone,
  people: ({ people }) => people,
  held: ({ counts, over }) => number(counts?.held ?? over?.held),
  connected: ({ counts }) => number(counts?.connected),
  connected_share: ({ counts, over }) =>
    share(counts?.connected, counts?.held) ?? number(over?.connected),
  external_ms: ({ counts, over }) => number(counts?.externalMs ?? over?.externalMs),
  companies: ({ counts, over }) => number(counts?.companies ?? over?.companies),
  recorded: ({ counts }) => number(counts?.recorded),
  recordable: ({ counts }) => number(counts?.recordable),
  recorded_share: ({ counts, over }) =>
    share(counts?.recorded, counts?.recordable) ?? number(over?.recorded),
  reviewed: ({ counts }) => number(counts?.reviewed),
  reviewed_share: ({ counts, over }) =>
    share(counts?.reviewed, counts?.recorded) ?? number(over?.reviewed),
  feedback_answered: ({ feedback }) => number(feedback?.n),
  feedback_median_ms: ({ feedback }) => number(feedback?.medianMs),
} as const satisfies ListData<AnalyticsQuery, Line, string>["columns"];
export type ActivityColumn = keyof typeof COLUMNS;

const share = (part: number | undefined, whole: number | undefined): number | null =>
  part === undefined || whole === undefined || whole === 0 ? null : part / whole;

/** Every number of the page as lines of a file. */
export const activityData: ListData<AnalyticsQuery, Line, ActivityColumn> = {
  name: "activity",
  parse: async (search, zone, actor) => {
    const kept = await withSavedView(actor, "activity", search);
    const { query, ignored } = parseAnalyticsQuery(kept.search, zone, now());
    return { query, ignored: [...kept.ignored, ...ignored] };
  },
  page: null,
  columns: COLUMNS,
  open: async (actor, query) => {
    const lines = linesOf(await getActivity(actor, query), query);
    await noteExport(actor, lines.length);
    return once(lines);
  },
};

async function* once(lines: Line[]) {
  yield await Promise.resolve(lines);
}

function linesOf(view: ActivityView, { period }: AnalyticsQuery): Line[] {
  const line = (group: Line["group"], more: Partial<Line>): Line => ({
    ...{ group, name: null, memberId: null, from: null, to: null, counts: null, over: null },
    ...{ people: null, feedback: null, ...more },
  });
  const { from, to, beforeFrom, beforeTo } = period;
  const { team } = view;
  return [
    line("total", { from, to, counts: view.now, feedback: view.feedback }),
    line("before", {
      ...{ from: beforeFrom, to: beforeTo, counts: view.before, feedback: view.feedbackBefore },
    }),
    ...view.people.map(({ name, memberId, ...counts }) =>
      line("person", { name, memberId, from, to, counts }),
    ),
    ...(view.ownBefore === null
      ? []
      : [line("own_before", { from: beforeFrom, to: beforeTo, counts: view.ownBefore })]),
    ...(team === null ? [] : [line("median", { from, to, over: team.median, people: team.n })]),
    ...(team?.mean ? [line("mean", { from, to, over: team.mean, people: team.n })] : []),
    ...view.weeks.map((week) => line("week", { from: week.from, to: week.to, counts: week })),
    ...view.weeksBefore.map((week) =>
      line("week_before", { from: week.from, to: week.to, counts: week }),
    ),
    ...view.hours.map(({ day, hour, calls }) =>
      line("hour", { name: `${day}-${hour}`, from, to, counts: { held: calls } }),
    ),
  ];
}

const noteExport = (actor: Member, count: number): Promise<void> =>
  db.$transaction((tx) =>
    record(tx, actor, "list.exported", undefined, { after: { list: "activity", rows: count } }),
  );
