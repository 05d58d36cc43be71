import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { lastMonday } from "#app/core/domain/care/schedule.ts";
import { getTeamCare } from "#app/core/domain/care/team-care.server.ts";
import { readQuery } from "#app/core/domain/list/list-query.ts";
import { addDays, dayOf, isDayText, isoDay, weekdayOf } from "#app/core/domain/zone.ts";
import { now } from "#app/core/platform/clock.ts";

/** As far back as anything is kept (product §15.4). */
const MOST_BACK = 25;
const id = z.uuid();

/** @param day "2026-11-18" */
function mondayOf(day: string, weeks = 0): string {
  const at = dayOf(day);
  return isoDay(addDays(at, 7 * weeks - weekdayOf(at)));
}

/**
 * Team care of the week that the address asks for: whole weeks, of the last 26.
 * @param zone of the reader, an IANA name @throws DomainError `forbidden`
 */
export async function getTeamCarePage(actor: Member, search: URLSearchParams, zone: string) {
  const newest = lastMonday(now(), zone);
  const oldest = mondayOf(newest, -MOST_BACK);
  const week = z
    .string()
    .refine(isDayText)
    .refine((day) => mondayOf(day) >= oldest && mondayOf(day) <= newest);
  const read = readQuery(search);
  const asked = read.one("week", week);
  const team = read.one("team", id);
  const monday = asked === null ? newest : mondayOf(asked);
  const care = await getTeamCare(actor, { monday, team });
  return {
    ...{ care, ignored: read.ignored() },
    /** Of those the reader leads; null: all. */
    team,
    /** The Mondays of the weeks beside it; null where nothing is kept, or the week is not over. */
    earlier: monday > oldest ? mondayOf(monday, -1) : null,
    later: monday < newest ? mondayOf(monday, 1) : null,
  };
}

export type TeamCarePage = Awaited<ReturnType<typeof getTeamCarePage>>;
