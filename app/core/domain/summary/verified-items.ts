import { fold, UNSPACED } from "../words/fold.ts";
import { cutWords } from "../words/words.ts";
import type { AskedSection } from "./asked-section.ts";
import { daysIn, figuresIn, isNegated } from "./claim-facts.ts";
import { findDates } from "./dates.ts";
import type { Ground } from "./ground.ts";
import { itn } from "./itn.ts";
import type { ModelItem } from "./model-answer.ts";
import { halfWidth, japaneseNumbers } from "./numbers-ja.ts";
import { type Made, output } from "./ready.ts";
import { type Refusal, verifyClaim, type Verdict } from "./verify.ts";
import { termsOf } from "./terms.ts";
import { isOfItsType } from "./template-highlights.ts";
import { withoutRepeated } from "./repeated.ts";

/** Language of the answers, and whether that is another than the call's. */
export type AnswerLanguage = { language: string; isTranslated: boolean };
type Kept = Extract<Verdict, { isKept: true }>;
type Held = Made | Refusal;

/** What of a model's items the transcript supports, each with its own words; `dropped` counts the others. */
export function verifiedItems(
  section: AskedSection,
  items: readonly ModelItem[],
  ground: Ground,
  answer: AnswerLanguage,
): { outputs: Made[]; dropped: number } {
  const held = items.map((item) => holdItem(section, item, ground, answer));
  const outputs = held.filter((one) => typeof one === "object").filter(isOfItsType);
  const single = new Set(["text", "enum", "number", "money", "date", "boolean"]);
  const dropped = held.length - outputs.length;
  if (section.type === "multi_enum") return { outputs: joinedOptions(outputs), dropped };
  return {
    outputs: withoutRepeated(single.has(section.type) ? outputs.slice(0, 1) : outputs),
    dropped,
  };
}

/** Options came one by one, each with its quote: together they are one value. */
function joinedOptions(outputs: readonly Made[]): Made[] {
  const [first] = outputs;
  if (!first) return [];
  const options = outputs.flatMap(({ value }) =>
    typeof value === "object" && value !== null && "options" in value ? value["options"] : [],
  );
  return [
    {
      ...first,
      value: { options: [...new Set(options.flat())] },
      certainty: outputs.some(({ certainty }) => certainty === "implied") ? "implied" : "said",
      evidence: outputs.flatMap(({ evidence }) => evidence),
    },
  ];
}

function holdItem(
  section: AskedSection,
  item: ModelItem,
  ground: Ground,
  answer: AnswerLanguage,
): Held {
  const isProse = ["text", "bullets", "table", "checklist"].includes(section.type);
  const text = isProse ? (item.text ?? "") : "";
  if (isProse && text === "") return "unsupported";
  const shown = section.maxLength === null ? text : text.slice(0, section.maxLength);
  // Figures, options and the like are held against the words beside the quote by their own rules.
  const claim = { text: isProse ? shown : item.quote, cites: item.cites, quote: item.quote };
  const covered = [section.title, section.instruction, ...section.lookFor].join(" ");
  const verdict = verifyClaim(ground, claim, { covered, ...(isProse && answer) });
  if (!verdict.isKept) return verdict.why;
  const found = valueOf(section, item, verdict, ground);
  if (typeof found === "string") return found;
  return output(section.key, section.type, {
    value: found.value,
    certainty: found.isImplied ? "implied" : verdict.certainty,
    evidence: [verdict.evidence],
  });
}

type Found = { value: Made["value"]; isImplied: boolean };
const found = (value: Made["value"], isImplied = false): Found => ({ value, isImplied });

function valueOf(
  section: AskedSection,
  item: ModelItem,
  kept: Kept,
  ground: Ground,
): Found | Refusal {
  switch (section.type) {
    case "checklist":
      return taskOf(item, kept, ground);
    case "enum":
    case "multi_enum":
      return optionOf(section, item, kept);
    case "number":
      return numberOf(item, kept, ground);
    case "money":
      return moneyOf(item, kept, ground);
    case "date":
      return dateOf(item.date, kept, ground) ?? "foreign_date";
    case "boolean":
      return answerOf(section, item, kept, ground);
    case "person":
      return personOf(item, kept, ground);
    case "url":
      return urlOf(item, kept);
    case "table":
      return found({ cells: cellsOf(kept.text, section.columns.length) });
    case "text":
    case "bullets":
      return found({ text: kept.text });
  }
}

/**
 * A yes stands on words that say so, a no on words that deny it; of a section that asks for what is missing ("No budget")
 * it is the other way round. Words that do both ("yes, no problem") prove neither. Where nothing beside them names what
 * was asked, the answer is the model's own conclusion.
 */
function answerOf(
  { title, instruction, lookFor }: AskedSection,
  { is }: ModelItem,
  { text, window }: Kept,
  { language }: Ground,
): Found | Refusal {
  if (is === null) return "unsupported";
  if (is !== (isNegated(text) === isNegated(title))) return "negation";
  const asked = new Set(termsOf([title, instruction, ...lookFor].join(" . "), language));
  return found({ is }, !termsOf(window, language).some((term) => asked.has(term)));
}

/** Cells as the model parted them, as many as there are columns. */
const cellsOf = (text: string, columns: number): (string | null)[] => {
  const cells = text.split("|").map((cell) => cell.trim() || null);
  return Array.from({ length: columns }, (_, n) =>
    n === columns - 1 ? cells.slice(n).filter(Boolean).join(" ") || null : (cells[n] ?? null),
  );
};

function urlOf({ url }: ModelItem, { window }: Kept): Found | Refusal {
  const bare = url?.replace(/^https?:\/\//iu, "").replace(/\/$/, "") ?? "";
  if (!bare.includes(".") || !saysWords(bare, window)) return "unsupported";
  return found({ url: /^https?:/iu.test(url ?? "") ? url : `https://${bare}` });
}

function dateOf(date: string | null, { window }: Kept, ground: Ground): Found | null {
  const words = cutWords(window).map(({ text }) => text);
  const said = findDates(words, ground.language, ground.clock).find((one) => one.date === date);
  if (!said) return null;
  const phrase = words.slice(said.from, said.to).join(ground.language === "ja" ? "" : " ");
  return found({ date: said.date, time: said.time, phrase, isExact: said.isExact }, !said.isExact);
}

/** Who does it takes part, and says so, is named, or is asked. */
function taskOf(item: ModelItem, kept: Kept, ground: Ground): Found | Refusal {
  const speaker = kept.evidence.participantId;
  const owner = item.owner === null ? null : personBy(item.owner, ground);
  if (item.owner !== null && !owner) return "foreign_name";
  if (owner && owner.id !== speaker && !isAsked(owner.name, kept.window)) return "foreign_name";
  const days = daysIn(kept.window, ground.language, ground.clock);
  if (item.date !== null && !days.has(item.date)) return "foreign_date";
  const due = dateOf(item.date, kept, ground)?.value;
  const phrase = typeof due === "object" && due !== null && "phrase" in due ? due["phrase"] : null;
  return found({
    task: kept.text,
    owner: owner?.id ?? null,
    ownerSide: owner?.id === speaker ? kept.evidence.side : null,
    isBoth: false,
    due: item.date,
    dueTime: null,
    duePhrase: phrase ?? null,
  });
}

/** "I will send you …": nobody else does it. */
const OWN = /\bi(?:'ll| will| can| could|'m going to| am going to)\b|\blet me\b/iu;
const ASKING = /\b(?:you|your|we|us|let's)\b|いただけ|お願い|ください|ましょう|御社|貴社/iu;
const isAsked = (name: string, window: string): boolean =>
  nameIn(name, window) || (ASKING.test(window) && !OWN.test(fold(window)));

/** Whether a text has these very words, and not only inside of others. */
function saysWords(words: string, text: string): boolean {
  const [wanted, said] = [fold(words).trim(), fold(text)];
  if (wanted === "") return false;
  if (UNSPACED.test(wanted)) return said.includes(wanted);
  const pattern = wanted.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "u").test(said);
}

const nameIn = (name: string, text: string): boolean =>
  fold(name)
    .split(/[\s\u3000]+/u)
    .some((word) => word.length > 1 && saysWords(word, text));

/** "p2", an id, or a name as it stands among the people. */
function personBy(said: string, { people }: Ground): { id: string; name: string } | undefined {
  const at = /^p(\d+)$/.exec(said)?.[1];
  if (at !== undefined) return people[Number(at) - 1];
  return people.find(({ id, name }) => id === said || fold(name) === fold(said));
}

function personOf(item: ModelItem, kept: Kept, ground: Ground): Found | Refusal {
  const person = personBy(item.owner ?? item.text ?? "", ground);
  if (person) {
    const isThere = person.id === kept.evidence.participantId || nameIn(person.name, kept.window);
    return isThere
      ? found({ name: person.name, participantId: person.id, contactId: null })
      : "foreign_name";
  }
  const name = item.text ?? item.owner ?? "";
  return saysWords(name, kept.window)
    ? found({ name, participantId: null, contactId: null })
    : "foreign_name";
}

/** One of the section's own options; said where it, or a word for it, was said, else implied. */
function optionOf(section: AskedSection, item: ModelItem, { window }: Kept): Found | Refusal {
  const said = item.options[0] ?? item.text ?? "";
  const option = section.options.find(({ value }) => fold(value) === fold(said));
  if (!option) return "unsupported";
  const isSaid = [option.value, ...option.words].some((word) => saysWords(word, window));
  return found(
    section.type === "multi_enum" ? { options: [option.value] } : { option: option.value },
    !isSaid,
  );
}

function numberOf({ number, unit }: ModelItem, kept: Kept, ground: Ground): Found | Refusal {
  const figures = figuresIn(kept.window, ground.language, ground.clock, false);
  if (number === null || !figures.has(number)) return "foreign_number";
  const isUnitSaid = unit !== null && fold(kept.window).includes(fold(unit).replace(/s$/, ""));
  return found({ number, unit: isUnitSaid ? unit : "" });
}

const CURRENCY_JA: readonly (readonly [RegExp, string])[] = [
  [/^\s*円/u, "JPY"],
  [/^\s*ドル/u, "USD"],
  [/^\s*ユーロ/u, "EUR"],
];

/** The currency is the one that was said with the amount, never the model's. */
function moneyOf({ number }: ModelItem, { window }: Kept, ground: Ground): Found | Refusal {
  if (number === null) return "foreign_number";
  if (ground.language === "ja") {
    const text = halfWidth(window);
    for (const { value, to } of japaneseNumbers(text)) {
      const currency = CURRENCY_JA.find(([sign]) => sign.test(text.slice(to)))?.[1];
      if (value === number && currency !== undefined) return found({ amount: number, currency });
    }
    return "foreign_number";
  }
  const token = itn(cutWords(window).map(({ text }) => text)).find(
    ({ kind, value }) => kind === "money" && value === number,
  );
  return token ? found({ amount: number, currency: token.unit ?? "" }) : "foreign_number";
}
