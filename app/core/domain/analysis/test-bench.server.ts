import { db, type Tx } from "#app/core/platform/db.server.ts";
import { demand, visible } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import type { SummaryModel } from "../summary/engine.server.ts";
import type { HighlightOutput } from "../summary/ready.ts";
import { baseLanguage } from "../words/lexicon.ts";
import { findTemplateVersion, type TemplateForRun } from "../template/choose.server.ts";
import { templateLanguage } from "../template/fit.ts";
import { findSpokenCall, type SpokenCall } from "../transcript/spoken.server.ts";
import type { BenchCall, BenchItem, BenchSection, BenchView, Coverage } from "./bench-views.ts";
import { type Answered, highlightsFor, modelOf } from "./run-plan.server.ts";
import { writeRun } from "./write-run.server.ts";

const CALLS = 5;
const LOOKED_AT = 60;

/**
 * Tries the working version of a template beside the published one on up to five past calls: the newest ones in its
 * language that the actor may see, those that it is for before others. What comes of it are trial runs, which no call shows.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function tryTemplate(actor: Member, templateId: number): Promise<BenchView> {
  demand(actor, "template.manage");
  const startedAt = performance.now();
  const { workspaceId } = actor;
  const { published, draft } = await findVersions(db, workspaceId, templateId);
  const calls = await findPastCalls(actor, draft);
  const tried = calls.map((call) => ({
    call,
    draft: highlightsFor(call.spoken, draft),
    published: published && highlightsFor(call.spoken, published),
  }));
  await db.$transaction(async (tx) => {
    for (const { call, draft: made, published: before } of tried) {
      const run = { purpose: "trial", outputLanguage: null, by: actor.memberId } as const;
      await writeRun(tx, call.spoken, { ...run, template: draft }, made);
      if (published && before)
        await writeRun(tx, call.spoken, { ...run, template: published }, before);
    }
  });
  const shown = tried.map((one) => benchCall(one, draft, published));
  const model = await modelOf(db, workspaceId, draft);
  return {
    at: new Date().toISOString(),
    ms: Math.round(performance.now() - startedAt),
    published: published && {
      number: published.number,
      ...sum(tried.map((one) => coverage(published, one.published))),
    },
    draft: { number: draft.number, ...sum(tried.map((one) => coverage(draft, one.draft))) },
    bySection: draft.content.sections.map(({ key }) => ({
      key,
      answered: tried.filter((one) => isAnswered(one.draft, key)).length,
      of: tried.length,
    })),
    calls: shown,
    cost:
      model &&
      costOf(
        model,
        draft,
        calls.map(({ spoken }) => spoken),
      ),
  };
}

/** The working version, and the published one where that is another. */
async function findVersions(tx: Tx, workspaceId: string, templateId: number) {
  const builtIn = await findTemplateVersion(tx, workspaceId, templateId, 1);
  if (builtIn?.isBuiltIn === true) return { published: null, draft: builtIn };
  const versions = await tx.templateVersion.findMany({
    where: { workspaceId, templateId, state: { in: ["draft", "published"] } },
    select: { number: true, state: true },
  });
  const read = async (state: "draft" | "published"): Promise<TemplateForRun | null> => {
    const found = versions.find((version) => version.state === state);
    return found ? findTemplateVersion(tx, workspaceId, templateId, found.number) : null;
  };
  const [draft, published] = [await read("draft"), await read("published")];
  const working = draft ?? published;
  if (!working) throw new DomainError("not_found");
  return { draft: working, published: draft ? published : null };
}

type Past = { title: string; spoken: SpokenCall };

async function findPastCalls(actor: Member, { content }: TemplateForRun): Promise<Past[]> {
  const { kinds, teamIds, labelIds, stageIds } = content.appliesTo;
  const found = await db.call.findMany({
    where: {
      AND: visible(actor, "call.read"),
      state: "available",
      isSample: false,
      transcripts: { some: { isCurrent: true } },
    },
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: LOOKED_AT,
    select: {
      ...{ id: true, title: true, language: true, kind: true, teamId: true },
      callLabels: { where: { isOn: true }, select: { labelId: true } },
      callDeals: { where: { isPrimary: true }, select: { deal: { select: { stageId: true } } } },
    },
  });
  const isFor = ({ kind, teamId, callLabels, callDeals }: (typeof found)[number]): boolean =>
    (kinds.length === 0 || kinds.includes(kind)) &&
    (teamIds.length === 0 || (teamId !== null && teamIds.includes(teamId))) &&
    (labelIds.length === 0 || callLabels.some(({ labelId }) => labelIds.includes(labelId))) &&
    (stageIds.length === 0 || callDeals.some(({ deal }) => stageIds.includes(deal.stageId)));
  const inLanguage = found.filter(
    ({ language }) => templateLanguage(language) === content.language,
  );
  const chosen = [...inLanguage.filter(isFor), ...inLanguage.filter((call) => !isFor(call))];
  const calls: Past[] = [];
  for (const { id, title } of chosen) {
    if (calls.length === CALLS) break;
    const spoken = await findSpokenCall(actor.workspaceId, id);
    if (spoken && spoken.segments.length > 0) calls.push({ title, spoken });
  }
  return calls;
}

const isAnswered = ({ outputs }: Answered, key: string): boolean =>
  outputs.some(({ section, evidence }) => section === key && evidence.length > 0);
const coverage = ({ content }: TemplateForRun, made: Answered | null): Coverage => ({
  answered: made ? content.sections.filter(({ key }) => isAnswered(made, key)).length : 0,
  of: content.sections.length,
});
const sum = (all: readonly Coverage[]): Coverage =>
  all.reduce((a, b) => ({ answered: a.answered + b.answered, of: a.of + b.of }), {
    answered: 0,
    of: 0,
  });

type Tried = { call: Past; draft: Answered; published: Answered | null };

function benchCall(
  { call, draft: made, published: before }: Tried,
  draft: TemplateForRun,
  published: TemplateForRun | null,
): BenchCall {
  const { spoken, title } = call;
  const titles = new Map([
    ...(published?.content.sections ?? []).map((one) => [one.key, one.title] as const),
    ...draft.content.sections.map((one) => [one.key, one.title] as const),
  ]);
  const order = [
    ...draft.content.sections.map(({ key }) => key),
    ...[...titles.keys()].filter((key) => !draft.content.sections.some((one) => one.key === key)),
  ];
  const itemsOf = (template: TemplateForRun | null, answered: Answered | null, key: string) =>
    template?.content.sections.some((one) => one.key === key) === true && answered
      ? answered.outputs
          .filter(({ section, evidence }) => section === key && evidence.length > 0)
          .map((output) => benchItem(output, spoken))
      : null;
  const sections = order.map((key): BenchSection => {
    const [old, now] = [itemsOf(published, before, key), itemsOf(draft, made, key)];
    const isSame = JSON.stringify(old) === JSON.stringify(now);
    return { key, title: titles.get(key) ?? key, isSame, published: old, draft: now };
  });
  return { id: spoken.callId, title, coverage: coverage(draft, made), sections };
}

const benchItem = (
  { type, value, certainty, evidence }: HighlightOutput,
  { people }: SpokenCall,
): BenchItem => ({
  ...{ type, value, certainty },
  evidence: evidence.map((one) => ({
    ...one,
    speaker: people.find(({ id }) => id === one.participantId)?.name ?? "",
  })),
});

/** Sections of one question, and what a section and its answer take, in tokens; a call is sent once for them. */
const AT_ONCE = 5;
const TOKENS = { section: 120, answer: 150, most: 24_000 };

function costOf(
  model: SummaryModel,
  { content }: TemplateForRun,
  calls: readonly SpokenCall[],
): BenchView["cost"] {
  if (calls.length === 0) return null;
  const words = calls.map(({ segments, language }) => {
    const letters = segments.reduce((total, { text = "" }) => total + text.length + 25, 0);
    return Math.min(TOKENS.most, letters * (baseLanguage(language) === "ja" ? 1 : 0.27));
  });
  const sent = words.reduce((total, tokens) => total + tokens, 0) / calls.length;
  const { length } = content.sections;
  const tokensIn = sent * Math.ceil(length / AT_ONCE) + length * TOKENS.section;
  const micros = tokensIn * model.priceIn + length * TOKENS.answer * model.priceOut;
  return { model: model.model, eachCall: micros / 1_000_000 };
}
