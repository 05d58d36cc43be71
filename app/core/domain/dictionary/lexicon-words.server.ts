import { now } from "#app/core/platform/clock.ts";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { changedMeanwhile } from "../audit/changed-meanwhile.server.ts";
import { record } from "../audit/record.server.ts";
import { limitReached } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import {
  baseLanguage,
  entryText,
  LEXICON_KINDS,
  lexicalTokens,
  type LexiconChange,
  type LexiconEntry,
  lexiconHash,
  type LexiconKind,
  lexiconOf,
} from "../words/lexicon.ts";
import type { LexiconAsked, LexiconChangeForm, LexiconList } from "./lexicon.schema.ts";
import type { LexiconListView } from "./lexicon-views.ts";

const row = {
  ...{ kind: true, folded: true, text: true, isUnsure: true, isRemoved: true },
  ...{ changedAt: true, changedBy: { select: { name: true } } },
} as const;

const findRows = (tx: Tx | typeof db, workspaceId: string, language: string) =>
  tx.lexiconWord.findMany({
    where: { workspaceId, language: baseLanguage(language) },
    select: row,
    orderBy: [{ changedAt: "desc" }, { folded: "asc" }],
  });
type Row = Awaited<ReturnType<typeof findRows>>[number];

const changeOf = ({ kind, text, isUnsure, isRemoved }: Row): LexiconChange => ({
  ...{ kind, isRemoved, text: entryText({ text, isUnsure }) },
});

/** What a workspace has otherwise than Parley's own word lists, as figures of a call in that language are counted with it. */
export const findLexiconChanges = async (
  workspaceId: string,
  language: string,
  tx: Tx | typeof db = db,
): Promise<LexiconChange[]> => (await findRows(tx, workspaceId, language)).map(changeOf);

/** Names the words in use in a language, as `metric_set.lexicon_hash` does. */
export const findLexiconHash = async (
  workspaceId: string,
  language: string,
  tx: Tx | typeof db = db,
): Promise<string> =>
  lexiconHash(lexiconOf(language, await findLexiconChanges(workspaceId, language, tx)));

const foldedOf = (word: string): string => lexicalTokens(word).join(" ");

/** The words of one list by how they are compared, and what names them. */
function listOf(language: string, kind: LexiconKind, changes: readonly LexiconChange[]) {
  const all = lexiconOf(language, changes)?.entries ?? [];
  const entries = all.filter((entry) => entry.kind === kind);
  return {
    words: new Map(entries.map((entry) => [entry.tokens.join(" "), entry])),
    hash: lexiconHash({ language: baseLanguage(language), isSpaced: true, entries }),
  };
}

/** Both lists of a language, each with what was changed and by whom. @throws DomainError `forbidden` */
export async function listLexicon(actor: Member, language: string): Promise<LexiconListView[]> {
  demand(actor, "dictionary.list");
  const found = await findRows(db, actor.workspaceId, language);
  return LEXICON_KINDS.map((kind) => {
    const own = listOf(language, kind, []);
    const used = listOf(language, kind, found.map(changeOf));
    const changed = found.filter((one) => one.kind === kind);
    const [last] = changed;
    const isOther = ({ folded, isRemoved, isUnsure }: Row): boolean => {
      const before = own.words.get(folded);
      return isRemoved ? before !== undefined : before?.isUnsure !== isUnsure;
    };
    return {
      ...{ kind, hash: used.hash },
      words: [...used.words.values()].map(entryText),
      defaults: [...own.words.values()].map(entryText),
      differences: changed.filter(isOther).map(({ text, isUnsure, ...one }) => ({
        ...{ word: entryText({ text, isUnsure }), isRemoved: one.isRemoved },
        ...{ by: one.changedBy?.name ?? null, at: one.changedAt.toISOString() },
      })),
      lastChange: last
        ? { by: last.changedBy?.name ?? null, at: last.changedAt.toISOString() }
        : null,
    };
  });
}

/** What an entry is called in the audit log, and found by. */
const targetOf = ({ language, list }: LexiconList) => ({
  ...{ kind: "lexicon", id: `${list}-${language}` },
});

type Wanted = ReadonlyMap<string, Pick<LexiconEntry, "text" | "isUnsure">>;

const wantedOf = (words: readonly string[]): Wanted =>
  new Map(
    words.map((word) => [
      foldedOf(word),
      { text: word.replace(/\*$/u, ""), isUnsure: word.endsWith("*") },
    ]),
  );

/** What a workspace would have otherwise than Parley's own lists if one of them had these words. */
export function changesWith(
  changes: readonly LexiconChange[],
  { language, list: kind, words }: LexiconAsked,
): LexiconChange[] {
  const wanted = wantedOf(words);
  const gone = [...listOf(language, kind, []).words].filter(([folded]) => !wanted.has(folded));
  return [
    ...changes.filter((change) => change.kind !== kind),
    ...gone.map(([, entry]) => ({ kind, text: entryText(entry), isRemoved: true })),
    ...[...wanted.values()].map((entry) => ({ kind, text: entryText(entry), isRemoved: false })),
  ];
}

/**
 * Calls that come are counted with these words; those that are here keep their figures until they are counted anew.
 * @throws DomainError `forbidden`, `conflict` where somebody changed the list meanwhile, `limit_reached`
 */
export const changeLexicon = (
  actor: Member,
  { language, list, words, seen }: LexiconChangeForm,
): Promise<void> => write(actor, { language, list }, wantedOf(words), seen);

/** Puts Parley's own words in the place of the workspace's. @throws DomainError `forbidden` */
export const restoreLexicon = (actor: Member, of: LexiconList): Promise<void> =>
  write(actor, of, listOf(of.language, of.list, []).words, null);

async function write(
  actor: Member,
  of: LexiconList,
  wanted: Wanted,
  seen: string | null,
): Promise<void> {
  demand(actor, "dictionary.everywhere");
  const { workspaceId } = actor;
  const { language, list: kind } = of;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`lexicon:${workspaceId}`}, 0))`;
    const used = listOf(language, kind, await findLexiconChanges(workspaceId, language, tx));
    if (seen !== null && seen !== used.hash) throw await changedMeanwhile(actor, targetOf(of).id);
    const own = listOf(language, kind, []).words;
    const added = [...wanted].filter(
      ([folded, { isUnsure }]) => used.words.get(folded)?.isUnsure !== isUnsure,
    );
    const removed = [...used.words].filter(([folded]) => !wanted.has(folded));
    if (added.length + removed.length === 0) return;
    if (wanted.size > LIMITS.lexiconWords)
      throw limitReached(LIMITS.lexiconWords, wanted.size, "words");
    // Of words that were the workspace's own and are gone, only the newest are kept: they say who was here last.
    await tx.lexiconWord.deleteMany({
      where: { workspaceId, language, kind, isRemoved: true, folded: { notIn: [...own.keys()] } },
    });
    const put = async (
      [folded, { text, isUnsure }]: [string, Pick<LexiconEntry, "text" | "isUnsure">],
      isRemoved: boolean,
    ): Promise<void> => {
      const key = { workspaceId, language, kind, folded };
      const data = {
        ...{ text, isUnsure, isRemoved },
        ...{ changedById: actor.memberId, changedAt: now() },
      };
      await tx.lexiconWord.upsert({
        where: { workspaceId_language_kind_folded: key },
        create: { ...key, ...data },
        update: data,
        select: { folded: true },
      });
    };
    for (const entry of added) await put(entry, false);
    for (const entry of removed) await put(entry, true);
    const texts = (some: typeof added) => some.map(([, entry]) => entryText(entry));
    await record(tx, actor, "lexicon.changed", targetOf(of), {
      after: { added: texts(added), removed: texts(removed) },
    });
  });
}
