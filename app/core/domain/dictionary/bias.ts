/** A term an engine should expect, as media/speech/engine.ts takes it; boost 0–10. */
export type BiasTerm = { text: string; soundsLike?: string[]; phones?: string; boost: number };

export type BiasSource = {
  /** Names of the people in the call. */
  participants: readonly string[];
  company: string | null;
  terms: readonly {
    term: string;
    variants: readonly string[];
    category: string;
    boost: number;
    phones: string | null;
  }[];
};

const OF_THIS_CALL = 10;
const COMPETITOR = "competitor";

/** Variants an engine can hear: those that spell other sounds than the term itself. */
function entry(term: BiasSource["terms"][number]): BiasTerm {
  const { term: text, variants, phones, boost } = term;
  return {
    text,
    boost: Math.min(10, Math.max(0, boost)),
    ...(variants.length > 0 ? { soundsLike: [...variants] } : {}),
    ...(phones === null ? {} : { phones }),
  };
}

/**
 * What to expect in a call, most important first: its people, its company, competitors, then the
 * rest by boost (speech §9.1). Each engine takes as many from the front as it can.
 */
export function biasFor({ participants, company, terms }: BiasSource): BiasTerm[] {
  const rank = (term: BiasSource["terms"][number]) => (term.category === COMPETITOR ? 1 : 0);
  const byRank = [...terms].sort(
    (a, b) => rank(b) - rank(a) || b.boost - a.boost || a.term.localeCompare(b.term, "en"),
  );
  const own = [...participants, ...(company === null ? [] : [company])];
  const list = [
    ...own.map((text): BiasTerm => ({ text: text.trim(), boost: OF_THIS_CALL })),
    ...byRank.map(entry),
  ];
  const known = new Map<string, BiasTerm>();
  for (const item of list) {
    const key = item.text.toLowerCase();
    if (item.text === "") continue;
    const first = known.get(key);
    known.set(key, first ? { ...item, ...first } : item);
  }
  return [...known.values()];
}
