import * as z from "zod";
import { can } from "#app/core/domain/access/access.ts";
import type { Member } from "#app/core/domain/access/actor.ts";
import {
  countSuggestions,
  listSuggestions,
} from "#app/core/domain/dictionary/suggestion.server.ts";
import { LEXICON_LANGUAGES } from "#app/core/domain/dictionary/lexicon.schema.ts";
import { listLexicon } from "#app/core/domain/dictionary/lexicon-words.server.ts";
import { countCountedOtherwise } from "#app/core/domain/analysis/preview-lexicon.server.ts";
import { countTerms, findTerm, findTerms } from "#app/core/domain/dictionary/term-list.server.ts";
import { listTestable, testDictionary } from "#app/core/domain/analysis/test-dictionary.server.ts";
import { listTeamNames } from "#app/core/domain/member/team.server.ts";
import { countTermCalls } from "#app/core/domain/dictionary/term-calls.server.ts";
import { findPastCalls } from "#app/core/domain/tracker/past-calls.server.ts";
import {
  countTrackers,
  findLastChange,
  listTrackers,
  listWordTrackers,
} from "#app/core/domain/tracker/tracker-list.server.ts";
import type { TrackerLine } from "#app/core/domain/tracker/tracker-views.ts";
import { fold } from "#app/core/domain/words/fold.ts";
import { firstDay } from "./dictionary-period.ts";
import type {
  DictionaryView,
  LexiconsView,
  SuggestionsView,
  TermsView,
  TrackersView,
} from "./dictionary-views.ts";

/** What the address of the page says. */
export type DictionaryQuery = Record<
  "tab" | "archived" | "open" | "q" | "test" | "language",
  string | null
>;

const uuid = z.uuid();
const idIn = (text: string | null): string | null => uuid.safeParse(text).data ?? null;

/**
 * The dictionary's page: one tab of it.
 * @throws DomainError `forbidden`
 */
export async function getDictionaryPage(
  actor: Member,
  query: DictionaryQuery,
): Promise<DictionaryView> {
  const make = can(actor, "dictionary.manage");
  const [of, teams, trackers, suggestions] = await Promise.all([
    query.tab === "terms"
      ? getTerms(actor, query)
      : query.tab === "suggestions"
        ? getSuggestions(actor)
        : query.tab === "lexicons"
          ? getLexicons(actor, query)
          : getTrackers(actor, query),
    make ? listTeamNames(actor) : [],
    countTrackers(actor),
    countSuggestions(actor),
  ]);
  const { all, ...view } = of;
  return {
    ...{ ...view, teams, isNew: make && query.open === "new" },
    counts: { terms: all, trackers, suggestions },
    can: {
      ...{ make, makeAny: can(actor, "dictionary.everywhere") },
      suggest: can(actor, "dictionary.suggest"),
    },
  };
}

type OfTab<V> = Omit<V, "counts" | "teams" | "isNew" | "can"> & { all: number };

async function getSuggestions(actor: Member): Promise<OfTab<SuggestionsView>> {
  const [suggestions, all] = await Promise.all([listSuggestions(actor), countTerms(actor)]);
  return { tab: "suggestions", suggestions, all };
}

async function getLexicons(
  actor: Member,
  { language: asked }: DictionaryQuery,
): Promise<OfTab<LexiconsView>> {
  const own = actor.language === "ja" ? "ja" : "en";
  const language = LEXICON_LANGUAGES.find((one) => one === asked) ?? own;
  const [lists, trackers, pastCalls, all] = await Promise.all([
    listLexicon(actor, language),
    listWordTrackers(actor, language),
    can(actor, "dictionary.everywhere") ? countCountedOtherwise(actor, language) : 0,
    countTerms(actor),
  ]);
  return { tab: "lexicons", language, lists, trackers, pastCalls, all };
}

async function getTerms(
  actor: Member,
  { q: asked, open, test }: DictionaryQuery,
): Promise<OfTab<TermsView>> {
  const q = (asked ?? "").trim().slice(0, 100);
  const make = can(actor, "dictionary.manage");
  const [termId, callId] = [idIn(open), idIn(test)];
  const [{ terms, count, all }, opened, calls, tested] = await Promise.all([
    findTerms(actor, q),
    termId === null ? null : findTerm(actor, termId),
    make ? listTestable(actor) : [],
    make && callId !== null ? testDictionary(actor, callId) : null,
  ]);
  // One beyond the first hundreds stands before them while it is open.
  const isListed = opened === null || terms.some(({ id }) => id === opened.id);
  const isOffered = tested === null || calls.some(({ id }) => id === tested.call.id);
  return {
    ...{ tab: "terms", q, count, all, opened, test: tested },
    terms: isListed ? terms : [opened, ...terms],
    calls: isOffered ? calls : [tested.call, ...calls],
    isImport: make && open === "import",
    pastCalls: opened?.canChange === true ? await countTermCalls(actor, opened.id) : 0,
  };
}

const isFound = ({ name, phrases }: TrackerLine, q: string): boolean =>
  [name, ...phrases].some((text) => fold(text).includes(q));

async function getTrackers(
  actor: Member,
  { archived, open, q: asked }: DictionaryQuery,
): Promise<OfTab<TrackersView>> {
  const { since, start } = firstDay(actor);
  const [lines, lastChange, all] = await Promise.all([
    listTrackers(actor, start),
    findLastChange(actor),
    countTerms(actor),
  ]);
  const opened = lines.find(({ id }) => id === open) ?? null;
  const past = opened?.canChange === true ? await findPastCalls(actor, opened.id) : null;
  const isArchive = archived !== null;
  const q = (asked ?? "").slice(0, 120);
  const folded = fold(q.trim());
  return {
    ...{ tab: "trackers", q, isArchive, lastChange, since, opened, all },
    trackers: lines.filter((line) => line.isArchived === isArchive && isFound(line, folded)),
    archived: lines.filter((line) => line.isArchived).length,
    pastCalls: past?.callIds.length ?? 0,
  };
}
