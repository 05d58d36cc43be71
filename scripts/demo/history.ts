import type { TalkKind } from "#app/core/domain/views.ts";

/** One call of the invented history: when it began, and what was said, word by word with its times. */
export type HistoryCall = {
  owner: string;
  title: string;
  company: string;
  customer: string;
  startedAt: string;
  talkKind: TalkKind;
  segments: Segment[];
};
type Word = { text: string; startMs: number; endMs: number };
type Segment = { speaker: string; startMs: number; endMs: number; text: string; words: Word[] };

/** How somebody talks: share of the talk, words a second, wait in ms, chance of a question and of going on and on. */
type Style = {
  share: number;
  pace: number;
  wait: number;
  asks: number;
  runs: number;
  calls: number;
};

const usual: Style = { share: 0.5, pace: 2.6, wait: 700, asks: 0.3, runs: 0.02, calls: 3 };
/** By e-mail. Who is not named here has no history: an admin sells nothing. */
const STYLES: Record<string, Style> = {
  "rep@demo.test": { ...usual, share: 0.5, asks: 0.34, runs: 0.03 },
  "manager@demo.test": { ...usual, calls: 1, share: 0.48 },
  "theo@demo.test": { ...usual, share: 0.56, pace: 2.8, wait: 500 },
  "lena@demo.test": { ...usual, share: 0.6, wait: 350, runs: 0.08 },
  "ana@demo.test": { ...usual, share: 0.53, asks: 0.36, wait: 900 },
  "jonas@demo.test": { ...usual, share: 0.44, pace: 2.4, calls: 2 },
  "rui@demo.test": { ...usual, share: 0.64, runs: 0.12, pace: 2.9, wait: 300 },
  "nadia@demo.test": { ...usual, share: 0.47, wait: 1_000, calls: 2 },
  "otis@demo.test": { ...usual, calls: 1, share: 0.52 },
  "kei@demo.test": { ...usual, share: 0.49, asks: 0.25 },
  "priya@demo.test": { ...usual, share: 0.55, asks: 0.4, pace: 2.7 },
};
export const WEEKS = 26;

const COMPANIES = [
  "Solene Travel",
  "Halden Tiles",
  "Brightwater Dental",
  "Nordlicht Energy",
  "Helvetia Bank",
  "Orchid Foods",
  "Pine & Partner",
  "Marlow Print",
];
const CUSTOMERS = [
  "Jonas Weber",
  "Clara Boyd",
  "Amir Haddad",
  "Yuki Sato",
  "Eva Lind",
  "Tom Reyes",
];
const TITLES: Record<TalkKind, string> = {
  discovery: "First talk",
  demo: "Demo",
  follow_up: "Follow-up",
  other: "Check-in",
};
const KINDS = ["discovery", "discovery", "demo", "demo", "demo", "follow_up", "other"] as const;

const TOLD = [
  "Most of our customers begin with one depot and add the others once the first month went well.",
  "You see every shipment on one page and the late ones stand at the top of it.",
  "We take the addresses from your own system so nobody types anything twice.",
  "The drivers keep the phones they have and only open one link in the morning.",
  "It takes about two weeks from the contract to the first real delivery.",
  "Um the price depends on the number of stops and not on the number of people.",
  "If a van breaks down the plan is made again within a minute or so.",
  "That is the part which the teams in Lyon and Ghent like best so far.",
];
const ASKED = [
  "How do you plan the routes today?",
  "What happens when a delivery is late?",
  "Who decides about the budget for this?",
  "Do you already use a tool for that?",
  "Why did you look for something new this year?",
  "Is the end of the quarter still your date?",
];
const ANSWERED = [
  "We do it in a spreadsheet and it takes one person the whole morning.",
  "Honestly the drivers call us and then somebody tries to find another van.",
  "My manager signs it but she will ask the people in the depot first.",
  "Last winter we lost two customers because nobody had told them about the snow.",
  "I like that but our warehouse is in another country and has its own rules.",
  "The contract with the other provider ends in spring so there is some time.",
  "Could you send me the numbers for forty vans and two depots?",
];

/** The same history each time it is asked for. */
function chance(seed: string) {
  let state = 2_166_136_261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    is: (share: number): boolean => next() < share,
    of: <T>(items: readonly [T, ...T[]] | readonly T[]): T => {
      const found = items[Math.floor(next() * items.length)];
      if (found === undefined) throw new Error("nothing to choose from");
      return found;
    },
  };
}
type Chance = ReturnType<typeof chance>;

/** Everybody who has a history. */
export const historyOwners = (): string[] => Object.keys(STYLES);

/**
 * The calls of one person in one week, from Monday to Friday.
 * @param monday first day of the week, UTC midnight
 */
export function callsOfWeek(owner: { email: string; name: string }, monday: Date): HistoryCall[] {
  const style = STYLES[owner.email];
  if (style === undefined) return [];
  const random = chance(`${owner.email} ${monday.toISOString()}`);
  const count = Math.max(1, style.calls - 1 + Math.floor(random.next() * 3));
  return Array.from({ length: count }, () => {
    const at = new Date(monday.getTime() + Math.floor(random.next() * 5) * 86_400_000);
    at.setUTCHours(8 + Math.floor(random.next() * 9), random.of([0, 15, 30, 45] as const));
    const talkKind = random.of(KINDS);
    const customer = random.of(CUSTOMERS);
    const company = random.of(COMPANIES);
    return {
      ...{ owner: owner.email, company, customer, talkKind, startedAt: at.toISOString() },
      title: `${TITLES[talkKind]}, ${company}`,
      segments: talk(random, style, [owner.name, customer]),
    };
  }).filter(
    // Nobody holds two calls at once: a second one of the same quarter of an hour does not take place.
    ({ startedAt }, no, all) => all.findIndex((other) => other.startedAt === startedAt) === no,
  );
}

/** Turn after turn until the minutes are over. */
function talk(random: Chance, style: Style, [us, them]: [string, string]): Segment[] {
  const segments: Segment[] = [];
  const length = 400_000 + random.next() * 300_000;
  let at = 400;
  const say = (speaker: string, sentences: readonly string[], pace: number): void => {
    const words: Word[] = [];
    for (const text of sentences.flatMap((sentence) => sentence.split(" "))) {
      const endMs = Math.round(at + (1000 / pace) * (0.55 + text.length / 12));
      words.push({ text, startMs: Math.round(at), endMs });
      at = endMs + 20;
    }
    const first = words[0];
    if (first !== undefined)
      segments.push({
        ...{ speaker, startMs: first.startMs, endMs: Math.round(at), words },
        text: sentences.join(" "),
      });
  };
  while (at < length) {
    const isLong = random.is(style.runs);
    const told = isLong
      ? 16 + Math.floor(random.next() * 20)
      : Math.floor(random.next() * 3 + style.share * 6);
    const sentences = Array.from({ length: Math.max(1, told) }, () => random.of(TOLD));
    if (random.is(style.asks)) sentences.push(random.of(ASKED));
    say(us, sentences, style.pace * (0.95 + random.next() * 0.1));
    at += 200 + random.next() * 900 + (random.is(0.06) ? 3_200 : 0);
    const answers = Math.floor(random.next() * 3 + (1 - style.share) * 6);
    say(
      them,
      Array.from({ length: Math.max(1, answers) }, () => random.of(ANSWERED)),
      2.5 + random.next() * 0.3,
    );
    // A wait below zero falls into the end of what the customer says.
    at += Math.max(-700, style.wait * (0.2 + random.next() * 1.6) - (random.is(0.1) ? 900 : 0));
  }
  return segments;
}
