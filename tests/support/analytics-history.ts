import { expect } from "vitest";
import type { Member } from "#app/core/domain/access/actor.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aLabel,
  aMember,
  aRecording,
  aTeam,
  aWorkspace,
  type SignedIn,
} from "./factories.ts";

/** The same numbers at each run. */
export function chance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    of: <T>(items: readonly T[]): T => {
      const [found = expect.fail()] = items.slice(Math.floor(next() * items.length));
      return found;
    },
    is: (share: number): boolean => next() < share,
    next,
  };
}

/** Hours of the workspace, its holidays, and those of a rep of the history who works at night, from Tuesday on. */
export const HISTORY_HOURS = {
  ofAll: { days: [0, 1, 2, 3, 4], from: "08:30", to: "17:00" },
  ofNights: { days: [1, 2, 3, 4, 5], from: "21:30", to: "06:00" },
  holidays: ["2026-11-03", "2026-12-24", "2026-12-25", "2027-01-01"],
};

/**
 * Two teams with a manager, and one below the first; people of several zones, one of whom changed team, one who left and one
 * who came late; and a history over two changes of the clock and the end of a year: every visibility, kind, state and label,
 * calls over midnight, and calls that were handed over.
 */
export async function aHistory(calls: number) {
  const random = chance(21);
  const workspace = await aWorkspace({
    timeZone: "Europe/Berlin",
    settings: {
      hours: HISTORY_HOURS.ofAll,
      holidays: HISTORY_HOURS.holidays.map((date) => ({ date, name: "Closed" })),
    },
  });
  const [one, two] = [await aTeam(workspace), await aTeam(workspace)];
  const below = await aTeam(workspace, { parentId: one.id });
  const teams = [one];
  const reps: SignedIn[] = [];
  for (const zone of [
    null,
    "Asia/Tokyo",
    "America/New_York",
    "Europe/Berlin",
    null,
    "Asia/Kolkata",
  ])
    reps.push(
      await aMember(workspace, {
        ...{ teams, timeZone: zone },
        ...(zone === "America/New_York" && { preferences: { hours: HISTORY_HOURS.ofNights } }),
      }),
    );
  const [other, loner] = [await aMember(workspace, { teams: [two] }), await aMember(workspace)];
  const manager = await aMember(workspace, { role: "manager", teams, scopeTeams: [one, below] });
  const admin = await aMember(workspace, { role: "admin" });
  const companies = [];
  for (const name of ["A", "B", "C"])
    companies.push(
      await db.company.create({ data: { id: newId(), workspaceId: workspace.id, name } }),
    );
  const labels = [
    await aLabel(workspace, { talkKind: "demo" }),
    await aLabel(workspace, { talkKind: "discovery" }),
    await aLabel(workspace),
  ];
  const owners = [...reps, other, loner, manager];
  const [mover, , , , leaver, newcomer] = reps;
  const made: { call: Awaited<ReturnType<typeof aCall>>; owner: Member }[] = [];
  const from = Date.parse("2026-09-20T00:00:00Z");
  for (let n = 0; n < calls; n += 1) {
    const startedAt = new Date(from + Math.floor(random.next() * 107 * 86_400_000));
    const owner = random.of(
      owners.filter(
        (one) => one !== newcomer || startedAt.getTime() > Date.parse("2026-12-10T00:00:00Z"),
      ),
    );
    const hasMoved = owner === mover && startedAt.getTime() > Date.parse("2026-11-15T00:00:00Z");
    const state = random.of([
      ...(["available", "available", "available", "ended", "empty", "trashed"] as const),
    ]);
    const call = await aCall(owner, {
      state,
      ...(state === "empty" && { stateReason: random.of(["no_media", "no_media", "discarded"]) }),
      teamId:
        hasMoved || random.is(0.1)
          ? two.id
          : random.is(0.2)
            ? below.id
            : (owner.teamIds[0] ?? null),
      visibility: random.of(["team", "team", "workspace", "private"] as const),
      startedAt,
      durationMs: Math.floor(random.next() * 3_600_000),
      language: random.of(["en", "ja"]),
      companyId: random.is(0.7) ? random.of(companies).id : null,
      talkKind: random.of([null, "discovery", "demo", "follow_up", "other"] as const),
      isConnected: random.of([null, true, true, false]),
      isSample: random.is(0.2),
      reviewedAt: random.is(0.3) ? new Date() : null,
    });
    await aRecording(call);
    for (const label of labels)
      if (random.is(0.15))
        await db.callLabel.create({
          data: {
            ...{ workspaceId: workspace.id, callId: call.id, labelId: label.id },
            ...{ isByHand: true, isOn: random.is(0.9) },
          },
        });
    made.push({ call, owner });
  }
  await db.teamMember.deleteMany({ where: { memberId: mover?.memberId ?? "" } });
  await db.teamMember.create({
    data: { workspaceId: workspace.id, teamId: two.id, memberId: mover?.memberId ?? "" },
  });
  await db.member.update({
    where: { workspaceId_id: { workspaceId: workspace.id, id: leaver?.memberId ?? "" } },
    data: { state: "deactivated" },
  });
  return {
    workspace,
    nights: reps[2],
    one,
    two,
    below,
    labels,
    reps,
    other,
    manager,
    admin,
    made,
    random,
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Making one takes longer than asking it a thousand times. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" },
    ...{ minute: "2-digit", weekday: "short", hourCycle: "h23" },
  });
  clocks.set(zone, made);
  return made;
}

/** "2026-10-25", Monday = 0 and the hour on a zone's wall, by the platform's own calendar. */
export function wall(at: Date | string, zone: string) {
  const parts = clockOf(zone).formatToParts(new Date(at));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    date: `${of("year")}-${of("month")}-${of("day")}`,
    day: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(of("weekday")),
    hour: Number(of("hour")),
    time: `${of("hour")}:${of("minute")}`,
  };
}

/** An address that asks for something at random: some keys once, some twice, most not at all. */
export function anAddress(
  random: ReturnType<typeof chance>,
  {
    teams,
    members,
    labels = [],
  }: { teams: readonly string[]; members: readonly string[]; labels?: readonly string[] },
): URLSearchParams {
  const days = [
    ["from", "2026-10-20"],
    ["to", random.of(["2026-10-20", "2026-12-31"])],
  ] as const;
  const range = [
    "range",
    random.of(["last-13w", "last-4w", "last-30d", "last-month", "last-quarter"]),
  ] as const;
  const some = (key: string, share: number, values: readonly string[]) =>
    values.length > 0 && random.is(share)
      ? Array.from({ length: random.is(0.3) ? 2 : 1 }, () => [key, random.of(values)] as const)
      : [];
  return new URLSearchParams(
    [
      ...(random.is(0.3) ? days : [range]),
      ...some("team", 0.3, teams),
      ...some("member", 0.3, members),
      ...some("talk", 0.3, ["demo", "other"]),
      ...some("language", 0.2, ["ja"]),
      ...some("label", 0.2, labels),
      ...(random.is(0.3) ? [["hours", "working"] as const] : []),
      ...(random.is(0.3) ? [["sample", "no"] as const] : []),
    ].map(([key, value]) => [key, value]),
  );
}
