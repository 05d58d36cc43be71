import type { Tx } from "#app/core/platform/db.server.ts";
import { BUILT_IN_VERSION, BUILT_INS, type BuiltIn, findBuiltIn } from "./built-in.ts";
import { type CallFacts, fits, templateLanguage } from "./fit.ts";
import { templateContent, type TemplateContent } from "./template.schema.ts";

/** A version of a template as a run needs it. */
export type TemplateForRun = {
  id: number;
  number: number;
  name: string;
  isBuiltIn: boolean;
  content: TemplateContent;
};

const ofBuiltIn = ({ id, name, content }: BuiltIn): TemplateForRun => ({
  ...{ id, name, content },
  number: BUILT_IN_VERSION,
  isBuiltIn: true,
});

/** The published templates of a workspace in their order, then Parley's own. */
export async function listTemplatesFor(tx: Tx, workspaceId: string): Promise<TemplateForRun[]> {
  const own = await tx.template.findMany({
    where: { workspaceId, archivedAt: null },
    select: {
      id: true,
      name: true,
      versions: { where: { state: "published" }, select: { number: true, content: true } },
    },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return [
    ...own.flatMap(({ id, name, versions }) =>
      versions.map(({ number, content }) => ({
        ...{ id, name, number },
        isBuiltIn: false,
        content: templateContent.parse(content),
      })),
    ),
    ...BUILT_INS.map(ofBuiltIn),
  ];
}

/** The first published template from the top that fits the call; Parley's own of its language where none does. */
export async function chooseTemplate(
  tx: Tx,
  call: { workspaceId: string; callId: string; language: string | null },
): Promise<TemplateForRun> {
  const { workspaceId, callId, language } = call;
  const [templates, facts] = await Promise.all([
    listTemplatesFor(tx, workspaceId),
    findFacts(tx, workspaceId, callId),
  ]);
  const asked = { ...facts, language };
  const own = templates.find(({ isBuiltIn, content }) => !isBuiltIn && fits(content, asked));
  return own ?? ofBuiltIn(catchAllOf(language));
}

/** Parley's own template for what no other takes. */
function catchAllOf(language: string | null): BuiltIn {
  const wanted = templateLanguage(language);
  const found = BUILT_INS.find(
    ({ isCatchAll, content }) => isCatchAll && content.language === wanted,
  );
  if (!found) throw new Error(`no template takes the calls in ${wanted}`);
  return found;
}

/** What the rules ask about a call. A label's rules go on for the label it was merged into. */
export async function findFacts(
  tx: Tx,
  workspaceId: string,
  callId: string,
): Promise<Omit<CallFacts, "language">> {
  const { kind, teamId, callLabels, callDeals } = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: {
      kind: true,
      teamId: true,
      callLabels: {
        where: { isOn: true },
        select: { label: { select: { id: true, mergedInto: true } } },
      },
      callDeals: {
        where: { isPrimary: true, deal: { deletedAt: null } },
        select: { deal: { select: { stageId: true } } },
      },
    },
  });
  const given = callLabels.filter(({ label }) => label.mergedInto === null);
  const ids = given.map(({ label }) => label.id);
  const merged = await tx.label.findMany({
    where: { workspaceId, mergedInto: { in: ids } },
    select: { id: true },
  });
  return {
    ...{ kind, teamId, labelIds: [...ids, ...merged.map(({ id }) => id)] },
    stageId: callDeals[0]?.deal.stageId ?? null,
  };
}

/** One version, whatever its state: of a workspace's template or of Parley's own; null where it is not there. */
export async function findTemplateVersion(
  tx: Tx,
  workspaceId: string,
  templateId: number,
  number: number,
): Promise<TemplateForRun | null> {
  const builtIn = findBuiltIn(templateId);
  if (builtIn) return number === BUILT_IN_VERSION ? ofBuiltIn(builtIn) : null;
  const found = await tx.templateVersion.findUnique({
    where: { workspaceId_templateId_number: { workspaceId, templateId, number } },
    select: { content: true, template: { select: { name: true } } },
  });
  if (!found) return null;
  const content = templateContent.parse(found.content);
  return { id: templateId, number, name: found.template.name, isBuiltIn: false, content };
}
