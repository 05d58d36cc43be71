/** More names than these are counted. */
const MOST_NAMES = 3;
/** Of one name in a title. */
const LONGEST_NAME = 48;

export type Untitled = {
  /** Everybody who took part, host first. */
  names: readonly string[];
  startedAt: Date;
  language: "en" | "ja";
  timeZone: string;
};

const DAY_MS = 86_400_000;
const DAY = { day: "numeric", month: "short" } as const;
const DAY_AND_TIME = { ...DAY, hour: "2-digit", minute: "2-digit" } as const;

/**
 * What a call without a title is called: its people and its day. No time of day: each reader sees that beside it, in a
 * zone of their own.
 */
export const nameOfUntitled = (call: Untitled): string => nameWith(call, DAY);

function nameWith(
  { names, startedAt, language, timeZone }: Untitled,
  form: Intl.DateTimeFormatOptions,
): string {
  const locale = language === "ja" ? "ja" : "en-GB";
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) => name.slice(0, LONGEST_NAME).toWellFormed());
  const rest = names.length - shown.length;
  const people = new Intl.ListFormat(locale, { type: "conjunction" }).format(
    rest > 0 ? [...shown, `+${rest}`] : shown,
  );
  const time = new Intl.DateTimeFormat(locale, { ...form, timeZone }).format(startedAt);
  return language === "ja" ? `${people} ${time}` : `${people}, ${time}`;
}

/**
 * The name with everybody who is there now, where `title` is still the one the call got by itself, with fewer people in
 * it; null where somebody gave it one. Its day stays: it is that of the browser the call was started in, which may be
 * the day before or after in the owner's zone.
 */
export function renamedUntitled(title: string, call: Untitled): string | null {
  for (const days of [0, -1, 1]) {
    const then = { ...call, startedAt: new Date(call.startedAt.getTime() + days * DAY_MS) };
    // With the time of day, as such calls were named once.
    for (const form of [DAY, DAY_AND_TIME])
      if (call.names.some((_, at) => nameWith(first(then, at + 1), form) === title))
        return nameOfUntitled(then);
  }
  return null;
}
const first = (call: Untitled, count: number): Untitled => ({
  ...call,
  names: call.names.slice(0, count),
});

/** Whether a title is still the one a call got by itself, with fewer people in it. */
export const isUntitled = (title: string, call: Untitled): boolean =>
  renamedUntitled(title, call) !== null;
