import type { TalkKind } from "#app/core/domain/views.ts";
import { chance, type Chance } from "./chance.ts";
import { type Style, STYLES } from "./history-styles.ts";
import { type Segment, talkOf } from "./history-talk.ts";
import { TEXTS } from "./history-texts.ts";

/** One of ours who has a history. */
export type Seller = { email: string; name: string; teamId: string | null };
/** A call of the invented history, as far as it is known before its words are made. */
export type PlannedCall = {
  owner: Seller;
  /** Who of the team sat in, too. */
  colleague: Seller | null;
  startedAt: string;
  title: string;
  company: string;
  customer: string;
  language: "en" | "ja";
  talkKind: TalkKind;
};
type Weeks = { weeks: number; monday: Date };

export const WEEKS = 26;
/** Weeks in which each has calls enough for figures of their own, and of their group. */
const DENSE_WEEKS = 2;
const LEAST_DENSE = 5;
const WEEK_MS = 7 * 86_400_000;
const KINDS = ["discovery", "discovery", "demo", "demo", "demo", "follow_up", "other"] as const;

export const historyOwners = (): string[] => Object.keys(STYLES);

/** Midnight of a week's Monday, UTC, in which the demo lives. */
export function mondayOf(at: Date): Date {
  const day = new Date(at);
  day.setUTCHours(0, 0, 0, 0);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000);
}

/**
 * The calls of whole weeks, the newest week first, so that the pages of figures show something soon.
 * @param monday of the week after the newest one
 */
export const planHistory = (people: readonly Seller[], { weeks, monday }: Weeks): PlannedCall[] =>
  Array.from({ length: weeks }, (_, at) =>
    planWeek(people, new Date(monday.getTime() - (at + 1) * WEEK_MS), at < DENSE_WEEKS),
  ).flat();

/** Calls of one week by the people who hold them. A later start plans the same ones. */
export function planWeek(people: readonly Seller[], monday: Date, isDense = false): PlannedCall[] {
  const busy = new Map(people.map(({ email }) => [email, new Set<string>()]));
  const isFree = ({ email }: Seller, at: string) => busy.get(email)?.has(at) === false;
  const begun = people.flatMap((owner) =>
    beginnings(owner, monday, isDense).map((startedAt) => {
      busy.get(owner.email)?.add(startedAt);
      return { owner, startedAt };
    }),
  );
  return begun.map(({ owner, startedAt }) => {
    const random = chance(`${owner.email} ${startedAt}`);
    const facts = factsOf(random, styleOf(owner));
    const mates = people.filter(
      (mate) => mate !== owner && mate.teamId === owner.teamId && isFree(mate, startedAt),
    );
    const colleague = mates.length > 0 && random.is(0.1) ? random.of(mates) : null;
    if (colleague) busy.get(colleague.email)?.add(startedAt);
    return { owner, colleague, startedAt, ...facts };
  });
}

/** When a person's calls of a week begin, each at another quarter of an hour from Monday to Friday. */
function beginnings(owner: Seller, monday: Date, isDense: boolean): string[] {
  const random = chance(`${owner.email} ${monday.toISOString()}`);
  // Drawn in either case, so that a week that was dense has the same calls later, and only more of them.
  const dense = LEAST_DENSE + Math.floor(random.next() * 2);
  const usual = styleOf(owner).calls - 1 + Math.floor(random.next() * 3);
  const count = isDense ? dense : Math.max(1, usual);
  const found = new Set<string>();
  while (found.size < count) {
    const at = new Date(monday.getTime() + Math.floor(random.next() * 5) * 86_400_000);
    at.setUTCHours(8 + Math.floor(random.next() * 9), random.of([0, 15, 30, 45]));
    found.add(at.toISOString());
  }
  return [...found];
}

function factsOf(random: Chance, style: Style) {
  const language = style.japanese && random.is(0.12) ? ("ja" as const) : ("en" as const);
  const texts = TEXTS[language];
  const talkKind = random.of(KINDS);
  const [company, customer] = [random.of(texts.companies), random.of(texts.customers)];
  const title = `${texts.titles[talkKind]}${texts.joint}${company}`;
  return { language, talkKind, company, customer, title };
}

/** What is said in it, the same each time. */
export const segmentsOf = (call: PlannedCall): Segment[] =>
  talkOf(chance(`${call.owner.email} ${call.startedAt} words`), {
    ...{ us: call.owner.name, style: styleOf(call.owner), them: call.customer },
    ...{ language: call.language, talkKind: call.talkKind },
    colleague: call.colleague && { name: call.colleague.name, style: styleOf(call.colleague) },
  });

function styleOf({ email }: Seller): Style {
  const style = STYLES[email];
  if (style === undefined) throw new Error(`${email} has no history.`);
  return style;
}
