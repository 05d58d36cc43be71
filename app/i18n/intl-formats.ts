import { keep } from "./keep.ts";

/** The forms in which pages write moments; `12` follows the profile's clock. */
const FORMS = {
  date: { day: "numeric", month: "short", year: "numeric" },
  day: { weekday: "long", day: "numeric", month: "long" },
  dayBriefly: { weekday: "short", day: "numeric", month: "long" },
  weekday: { weekday: "short" },
  dayMonth: { day: "numeric", month: "short" },
  time: {},
  zone: { timeZoneName: "short" },
  numericDate: { year: "numeric", month: "2-digit", day: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DateForm = keyof typeof FORMS;
export type Clock = "none" | "12" | "24";

const CLOCKS: Record<Clock, Intl.DateTimeFormatOptions> = {
  none: {},
  "12": { hour: "numeric", minute: "2-digit", hourCycle: "h12" },
  "24": { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};

/**
 * Making an Intl formatter costs a thousand times what using it does, and a list asks for a hundred moments. Kept ones
 * are few: zones come from cookies, so a visitor must not be able to fill the memory with all of them.
 */
const KEPT = 300;
/** Moments and numbers written already: the calls of this week, asked for by everybody who opens a list. */
const KEPT_TEXTS = 5_000;

const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

const moments = new Map<string, string>();

/** A moment in words. `form` "zone" gives the short name of the zone alone. @throws RangeError for no moment at all */
export const momentText = (
  iso: string,
  locale: string,
  zone: string,
  form: DateForm,
  clock: Clock = "none",
): string =>
  keep(moments, KEPT_TEXTS, `${iso} ${locale} ${zone} ${form} ${clock}`, () => {
    const format = dateFormat(locale, zone, form, clock);
    const at = new Date(iso);
    if (form !== "zone") return format.format(at);
    const parts = format.formatToParts(at);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
  });

const dateFormat = (
  locale: string,
  zone: string,
  form: DateForm,
  clock: Clock,
): Intl.DateTimeFormat =>
  keep(
    dates,
    KEPT,
    `${locale} ${zone} ${form} ${clock}`,
    () => new Intl.DateTimeFormat(locale, { timeZone: zone, ...FORMS[form], ...CLOCKS[clock] }),
  );

const numberTexts = new Map<string, string>();

/** A number with exactly `decimals` digits behind the point. */
export const numberText = (value: number, locale: string, decimals: number): string =>
  keep(numberTexts, KEPT_TEXTS, `${value} ${locale} ${decimals}`, () =>
    numberFormat(locale, decimals).format(value),
  );

const numberFormat = (locale: string, decimals: number): Intl.NumberFormat =>
  keep(
    numbers,
    KEPT,
    `${locale} ${decimals}`,
    () =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  );

export const unitFormat = (locale: string, unit: "hour" | "minute" | "second"): Intl.NumberFormat =>
  keep(
    numbers,
    KEPT,
    `${locale} ${unit}`,
    () => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }),
  );
