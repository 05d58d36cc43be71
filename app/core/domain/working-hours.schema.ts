import * as z from "zod";
import { clockTime, type Holiday, holiday, type WorkingHours } from "./working-hours.ts";

/** Monday first, as `WorkingHours.days` counts them. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
type Weekday = (typeof WEEKDAYS)[number];

const ticked = z.boolean().default(false);
/** Fields of a form: a box for each day, and two times of the clock. */
export const hoursFields = {
  mon: ticked,
  tue: ticked,
  wed: ticked,
  thu: ticked,
  fri: ticked,
  sat: ticked,
  sun: ticked,
  from: clockTime,
  to: clockTime,
} satisfies Record<Weekday | "from" | "to", z.ZodType>;
export type HoursInput = Record<Weekday, boolean> & { from: string; to: string };

export const hasDay = (input: HoursInput): boolean => WEEKDAYS.some((day) => input[day]);
export const NO_DAY = { error: "day_needed", path: ["mon"] };

/** @param input of which at least one day is ticked */
export const hoursOf = (input: HoursInput): WorkingHours => ({
  days: WEEKDAYS.flatMap((day, no) => (input[day] ? [no] : [])),
  from: input.from,
  to: input.to,
});

/** What the boxes and times of a form begin with. */
export const fieldsOf = ({ days, from, to }: WorkingHours) => ({
  ...Object.fromEntries(WEEKDAYS.map((day, no) => [day, days.includes(no) ? "on" : ""])),
  from,
  to,
});

const MOST_HOLIDAYS = 200;
const LINE = /^(\d{4}-\d{2}-\d{2})(?:[\s,]+(.*))?$/;
/** A day on each line, and its name: "2026-12-25 Christmas Day". In the order of the calendar, each day once. */
export const holidaysField = z
  .string()
  .max(20_000)
  .optional()
  .transform((text) => (text ?? "").split(/\r?\n/).map((line) => line.trim()))
  .transform((lines) => lines.filter((line) => line !== "").map(dayIn))
  .refine((days) => days.length <= MOST_HOLIDAYS, { error: `too_many_rows?n=${MOST_HOLIDAYS}` })
  .refine((days) => days.every((day) => holiday.safeParse(day).success), {
    error: "invalid_holidays",
  })
  .transform((days) => [...new Map(days.map((day) => [day.date, day])).values()])
  .transform((days) => days.toSorted((a, b) => (a.date < b.date ? -1 : 1)));

function dayIn(line: string): Holiday {
  const [, date = "", name = ""] = LINE.exec(line) ?? [];
  return { date, name: name.trim() };
}

export const holidaysText = (days: readonly Holiday[]): string =>
  days.map(({ date, name }) => `${date} ${name}`.trim()).join("\n");
