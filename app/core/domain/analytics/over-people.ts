import { mean, median } from "../metrics/numbers.ts";
import { type Counts, type OverPeople, type PersonMeasure } from "./activity-views.ts";

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** What compares one person with another; null where there was nothing to take a share of. */
export const PERSON_VALUE: Record<PersonMeasure, (counts: Counts) => number | null> = {
  held: ({ held }) => held,
  connected: ({ connected, held }) => share(connected, held),
  externalMs: ({ externalMs }) => externalMs,
  companies: ({ companies }) => companies,
  recorded: ({ recorded, recordable }) => share(recorded, recordable),
  reviewed: ({ reviewed, recorded }) => share(reviewed, recorded),
};

/** Median and mean over people, each counting once; who has no value of a share counts in none. */
export function overPeople(people: readonly Counts[]): { median: OverPeople; mean: OverPeople } {
  const by = (of: (values: number[]) => number | null): OverPeople => {
    const valueOf = (measure: PersonMeasure) =>
      of(
        people.flatMap((counts) => {
          const value = PERSON_VALUE[measure](counts);
          return value === null ? [] : [value];
        }),
      );
    return {
      held: valueOf("held"),
      connected: valueOf("connected"),
      externalMs: valueOf("externalMs"),
      companies: valueOf("companies"),
      recorded: valueOf("recorded"),
      reviewed: valueOf("reviewed"),
    };
  };
  return { median: by(median), mean: by(mean) };
}
