import type { Tx } from "#app/core/platform/db.server.ts";
import type { AskedSection } from "../summary/asked-section.ts";
import { findModel, type SummaryModel } from "../summary/engine.server.ts";
import type { HighlightOutput } from "../summary/ready.ts";
import type { SectionDef } from "../summary/section.ts";
import { HIGHLIGHTS_ENGINE, highlightsOf, sectionsOf } from "../summary/summary.ts";
import { templateHighlights } from "../summary/template-highlights.ts";
import { BUILT_INS } from "../template/built-in.ts";
import type { TemplateForRun } from "../template/choose.server.ts";
import type { Section, TemplateContent } from "../template/template.schema.ts";
import type { SpokenCall } from "../transcript/spoken.server.ts";

/** What a run answers, and with what. */
export type Answered = { engine: string; outputs: HighlightOutput[]; dropped: number };
/** `whyNot`: a model fills such templates, and this call is none of those it may read. */
export type ModelChoice =
  | { model: SummaryModel; whyNot: null }
  | { model: null; whyNot: "private_call" | null };

/** A section of a template as both engines read it. */
export const askedSection = (section: Section, language: string): AskedSection => ({
  key: section.key,
  title: section.title,
  instruction: section.instruction,
  type: section.type,
  isRequired: section.required,
  lookFor: section.wordsToLookFor,
  options:
    "options" in section
      ? section.options.map(({ value, synonyms }) => ({ value, words: synonyms }))
      : [],
  unit: "unit" in section ? section.unit : null,
  currency: "currency" in section ? section.currency : null,
  columns: "columns" in section ? section.columns : [],
  maxLength: section.maxLength,
  example: section.example,
  tuned: tunedFor(section, language),
});

const QUOTED = new Set(["text", "bullets", "table"]);

/** The rules of the section of Parley's own that this one began as, in the language of the call. */
function tunedFor(section: Section, language: string): SectionDef | null {
  const key = ruleOf(section);
  if (key === null || !QUOTED.has(section.type)) return null;
  const all = (["sales_meeting", "discovery"] as const).flatMap((name) => [
    ...sectionsOf(language, name),
  ]);
  return all.find((own) => own.key === key) ?? null;
}

function ruleOf({ builtIn, key, title, type }: Section): string | null {
  if (builtIn) return builtIn.isUsed ? builtIn.key : null;
  // Copies that were made before sections said so: those that still are as they began.
  const isCopy = BUILT_INS.some(({ content }) =>
    content.sections.some((own) => own.key === key && own.title === title && own.type === type),
  );
  return isCopy && type === "bullets" ? key : null;
}

const clockOf = ({ startedAt, timeZone }: SpokenCall) => ({
  startedAt: startedAt.toISOString(),
  timeZone,
});

/** Highlights of a version by a template. Parley's own templates have rules that were tuned for them. */
export function highlightsFor(call: SpokenCall, template: TemplateForRun): Answered {
  const { segments, language, people } = call;
  const clock = clockOf(call);
  if (template.isBuiltIn) {
    const isMeeting = template.content.sections.some(({ key }) => key === "agenda");
    const { engine, outputs, dropped } = highlightsOf({
      ...{ segments, language, timeZone: clock.timeZone, callStartedAt: clock.startedAt },
      template: isMeeting ? "sales_meeting" : "discovery",
    });
    return { engine, outputs, dropped };
  }
  const sections = template.content.sections.map((section) => askedSection(section, language));
  const made = templateHighlights({ segments, language, clock, people, sections });
  return { engine: HIGHLIGHTS_ENGINE, ...made };
}

const isAllowed = (policy: TemplateContent["enginePolicy"], kind: SummaryModel["kind"]): boolean =>
  policy === "remote" || (policy === "local" && kind === "local");

/** The model that fills a template's sections, of calls it may read; null: Highlights does. */
export async function modelOf(
  tx: Tx,
  workspaceId: string,
  { content: { enginePolicy, sections } }: TemplateForRun,
): Promise<SummaryModel | null> {
  if (enginePolicy === "highlights" || sections.length === 0) return null;
  const model = await findModel(tx, workspaceId);
  return model && isAllowed(enginePolicy, model.kind) ? model : null;
}

/** Who fills a template's sections for one call. The words of a private call go to no model unless the workspace says so. */
export async function modelFor(
  tx: Tx,
  { workspaceId, callId }: Pick<SpokenCall, "workspaceId" | "callId">,
  template: TemplateForRun,
): Promise<ModelChoice> {
  const model = await modelOf(tx, workspaceId, template);
  if (!model) return { model, whyNot: null };
  if (model.readsPrivate) return { model, whyNot: null };
  const isPrivate = await tx.call.count({
    where: { workspaceId, id: callId, visibility: "private" },
  });
  return isPrivate > 0 ? { model: null, whyNot: "private_call" } : { model, whyNot: null };
}
