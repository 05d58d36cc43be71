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

/** What a call without a title is called: its people and when it began, as its owner reads times. */
export function nameOfUntitled({ names, startedAt, language, timeZone }: Untitled): string {
  const locale = language === "ja" ? "ja" : "en-GB";
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) => name.slice(0, LONGEST_NAME).toWellFormed());
  const rest = names.length - shown.length;
  const people = new Intl.ListFormat(locale, { type: "conjunction" }).format(
    rest > 0 ? [...shown, `+${rest}`] : shown,
  );
  const time = new Intl.DateTimeFormat(locale, {
    ...{ timeZone, day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  }).format(startedAt);
  return language === "ja" ? `${people} ${time}` : `${people}, ${time}`;
}

/** Whether a title is still the one a call got by itself, with fewer people in it. */
export const isUntitled = (title: string, call: Untitled): boolean =>
  call.names.some(
    (_, at) => nameOfUntitled({ ...call, names: call.names.slice(0, at + 1) }) === title,
  );
