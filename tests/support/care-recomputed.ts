import { db } from "#app/core/platform/db.server.ts";
import { wall } from "#tests/support/analytics-history.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { OwnCare } from "#app/core/domain/care/care-views.ts";

/** The week that is looked at, over the end of a year. */
export const MONDAY = "2026-12-28";
const HOUR = 3_600_000;

// Computed a second time: product §15 minute by minute, over all rows.

export type Kept = {
  calls: Awaited<ReturnType<typeof db.call.findMany>>;
  comments: Awaited<ReturnType<typeof db.comment.findMany>>;
  views: Awaited<ReturnType<typeof db.callView.findMany>>;
};
export const middle = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[half] ?? 0)
    : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** How many weeks before the one of MONDAY a moment lies, where somebody is. */
export const weeksBack = (at: Date, zone: string): number =>
  Math.floor((dayNumber(MONDAY) + 6 - dayNumber(wall(at, zone).date)) / 7);

export function expectedOf(
  kept: Kept,
  owner: Member,
  leaders: readonly string[],
  zone: string,
  isOwn: boolean,
) {
  const mine = kept.calls
    .filter(
      ({ ownerId, state, startedAt, visibility }) =>
        ownerId === owner.memberId &&
        startedAt !== null &&
        ["ended", "available"].includes(state) &&
        (isOwn || visibility !== "private"),
    )
    .map((call) => {
      const startMs = call.startedAt?.getTime() ?? 0;
      return {
        ...call,
        startMs,
        endMs: startMs + (call.durationMs ?? 0),
        back: weeksBack(new Date(startMs), zone),
      };
    })
    .toSorted((a, b) => a.startMs - b.startMs);
  const spoken = mine.filter(({ isConnected }) => isConnected === true);
  const inWeek = (back: number) => spoken.filter((call) => call.back === back);
  const hoursOf = (back: number) =>
    inWeek(back).reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) / HOUR;
  const before = Array.from({ length: 12 }, (_, at) => hoursOf(4 + at));
  const usual = middle(before) ?? 0;
  const scatter = middle(before.map((hours) => Math.abs(hours - usual))) ?? 0;
  const week = inWeek(0);
  let [outside, whole] = [0, 0];
  for (const { startMs, endMs } of week)
    for (let minute = startMs; minute < endMs; minute += 60_000) {
      const at = wall(new Date(minute), zone);
      whole += 1;
      if (at.day > 4 || at.time < "09:00" || at.time >= "18:00") outside += 1;
    }
  const runs = new Map<string, number>();
  for (const [at, call] of week.entries()) {
    let [first, end] = [call, call.endMs];
    for (let n = at - 1; n >= 0; n -= 1) {
      const earlier = week[n];
      if (
        earlier === undefined ||
        first.startMs - Math.max(...week.slice(0, n + 1).map(({ endMs }) => endMs)) >= 15 * 60_000
      )
        break;
      first = earlier;
    }
    end = Math.max(...week.slice(week.indexOf(first), at + 1).map(({ endMs }) => endMs));
    const { date } = wall(new Date(first.startMs), zone);
    runs.set(date, Math.max(runs.get(date) ?? 0, end - first.startMs));
  }
  const recent = mine.filter(({ back }) => back >= 0 && back < 4);
  const long = recent.filter(
    ({ isConnected, durationMs }) => isConnected === true && (durationMs ?? 0) >= 300_000,
  );
  const covered = long.filter(({ id, durationMs }) =>
    kept.views.some(
      ({ callId, memberId, seconds }) =>
        callId === id &&
        memberId !== null &&
        leaders.includes(memberId) &&
        (seconds >= 60 || seconds * 1000 >= (durationMs ?? 0) / 4),
    ),
  );
  const told = kept.comments.filter(
    (comment) =>
      comment.authorId !== owner.memberId &&
      comment.deletedAt === null &&
      comment.visibility !== "private" &&
      mine.some(({ id }) => id === comment.callId),
  );
  const lately = told.filter(({ createdAt }) => {
    const back = weeksBack(createdAt, zone);
    return back >= 0 && back < 4;
  });
  const delays = recent.flatMap(({ id, endMs }) => {
    const first = told
      .filter(({ callId }) => callId === id)
      .map(({ createdAt }) => createdAt.getTime())
      .toSorted((a, b) => a - b)[0];
    return first === undefined ? [] : [Math.max(0, first - endMs)];
  });
  const answered = lately.filter((comment) => {
    const times = kept.comments
      .filter(
        ({ authorId, parentId, createdAt }) =>
          authorId === owner.memberId &&
          parentId === comment.id &&
          createdAt.getTime() > comment.createdAt.getTime(),
      )
      .map(({ createdAt }) => createdAt.getTime());
    if (comment.resolvedBy === owner.memberId) times.push(comment.resolvedAt?.getTime() ?? 0);
    const first = times.toSorted((a, b) => a - b)[0];
    if (first === undefined) return false;
    const [asked, at] = [wall(comment.createdAt, zone), wall(new Date(first), zone)];
    let days = 0;
    for (let day = dayNumber(asked.date) + 1; day <= dayNumber(at.date); day += 1)
      if ((day + 3) % 7 < 5) days += 1; // the first of January 1970 was a Thursday
    const isWorkday = (dayNumber(at.date) + 3) % 7 < 5;
    return days < 5 || (days === 5 && isWorkday && at.time <= asked.time);
  }).length;
  return {
    load: {
      hours: hoursOf(0),
      z:
        usual === 0 && scatter === 0
          ? null
          : (hoursOf(0) - usual) / Math.max(1.4826 * scatter, 0.1 * usual),
      backToBack: [
        week.filter((call, at) => {
          const previous = week[at - 1];
          return previous !== undefined && call.startMs - previous.endMs < 300_000;
        }).length,
        week.length,
      ],
      outOfHours: [outside * 60_000, whole * 60_000],
      longestRun: middle([...runs.values()]),
    },
    coverage: [covered.length, long.length],
    feedback: [3, 2, 1, 0].map(
      (back) => lately.filter(({ createdAt }) => weeksBack(createdAt, zone) === back).length,
    ),
    delay: [middle(delays), delays.length],
    tone: ["praise", "suggestion"].map((kind) => lately.filter((one) => one.kind === kind).length),
    answered: [answered, lately.length],
  };
}

export const shown = ({ load, lookedAfter }: Pick<OwnCare, "load" | "lookedAfter">) => ({
  load: {
    hours: load.hours,
    z: load.usual?.z ?? null,
    backToBack: [load.backToBack.part, load.backToBack.whole],
    outOfHours: [load.outOfHours.part, load.outOfHours.whole],
    longestRun: load.longestRun,
  },
  coverage: [lookedAfter.coverage.part, lookedAfter.coverage.whole],
  feedback: lookedAfter.feedback,
  delay: [lookedAfter.delay.median, lookedAfter.delay.n],
  tone: [lookedAfter.tone.praise, lookedAfter.tone.suggestion],
  answered: [lookedAfter.answered.part, lookedAfter.answered.whole],
});
