import * as z from "zod";
import { db, type Tx } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { DomainError } from "../errors.ts";
import { findBuiltIn } from "./built-in.ts";
import {
  CALL_KINDS,
  templateContent,
  type TemplateContent,
  templateName,
} from "./template.schema.ts";
import { findWorking } from "./template-row.server.ts";

const FORMAT = "parley-template@1";
/** The file: labels, teams and stages by name, so that another workspace can read it. */
const exported = z.object({
  format: z.literal(FORMAT),
  name: templateName,
  template: templateContent.extend({
    appliesTo: z.object({
      kinds: z.array(z.enum(CALL_KINDS)),
      labels: z.array(z.string().max(100)).max(50),
      teams: z.array(z.string().max(200)).max(50),
      stages: z.array(z.string().max(120)).max(50).default([]),
    }),
  }),
});
export type ExportedTemplate = z.output<typeof exported>;

type Named = { id: string; name: string };
type Names = { labels: Named[]; teams: Named[]; stages: Named[] };

/** Labels, teams and stages of the workspace, by id and name. */
async function listNames(
  tx: Pick<Tx, "label" | "team" | "dealStage">,
  { workspaceId }: Member,
): Promise<Names> {
  const select = { id: true, name: true } as const;
  const [labels, teams, stages] = await Promise.all([
    tx.label.findMany({ where: { workspaceId, mergedInto: null }, select }),
    tx.team.findMany({ where: { workspaceId, deletedAt: null }, select }),
    tx.dealStage.findMany({ where: { workspaceId, archivedAt: null }, select }),
  ]);
  return { labels, teams, stages };
}

/** A template as a file: its draft, or what is published where there is none. @throws DomainError `forbidden`, `not_found` */
export async function exportTemplate(actor: Member, templateId: number): Promise<ExportedTemplate> {
  demand(actor, "template.manage");
  const { name, content } =
    findBuiltIn(templateId) ?? (await db.$transaction((tx) => findWorking(tx, actor, templateId)));
  const names = await listNames(db, actor);
  const named = (list: readonly Named[], ids: readonly string[]) =>
    list.filter(({ id }) => ids.includes(id)).map((one) => one.name);
  const { kinds, labelIds, teamIds, stageIds } = content.appliesTo;
  return {
    format: FORMAT,
    name,
    template: {
      ...content,
      appliesTo: {
        kinds,
        labels: named(names.labels, labelIds),
        teams: named(names.teams, teamIds),
        stages: named(names.stages, stageIds),
      },
    },
  };
}

export type Import = { name: string; content: TemplateContent; missing: string[] };
const refuse = (...codes: string[]): DomainError =>
  new DomainError("validation_failed", { text: codes });

/** @throws DomainError `validation_failed`, a sentence for each place that cannot be read, three at most */
export async function readImport(tx: Tx, actor: Member, text: string): Promise<Import> {
  if (text.trim() === "") throw refuse("import_empty");
  if (text.length > 200_000) throw refuse("import_too_long");
  const { success, data, error } = exported.safeParse(parse(text));
  if (!success) throw refuse(...new Set(error.issues.slice(0, 3).map(sentenceOf)));
  const { kinds, labels, teams, stages } = data.template.appliesTo;
  const names = await listNames(tx, actor);
  const found = (list: readonly Named[], wanted: readonly string[]) =>
    list.filter(({ name }) => wanted.includes(name));
  const ofLabels = found(names.labels, labels);
  const ofTeams = found(names.teams, teams);
  const ofStages = found(names.stages, stages);
  const isHere = new Set([...ofLabels, ...ofTeams, ...ofStages].map(({ name }) => name));
  const appliesTo = {
    kinds,
    labelIds: ofLabels.map(({ id }) => id),
    teamIds: ofTeams.map(({ id }) => id),
    stageIds: ofStages.map(({ id }) => id),
  };
  return {
    name: data.name,
    content: templateContent.parse({ ...data.template, appliesTo }),
    missing: [...labels, ...teams, ...stages].filter((name) => !isHere.has(name)),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refuse("import_json");
  }
}

function sentenceOf({ path, code }: z.core.$ZodIssue): string {
  if (path.length === 0 || path[0] === "format") return "import_not_template";
  const [, list, index, ...rest] = path;
  const part = rest.map(String).join(".") || String(path.at(-1));
  const why = code === "too_big" ? "import_big" : "import_field";
  return list === "sections" && typeof index === "number"
    ? `${why}_section?${new URLSearchParams({ n: String(index + 1), part }).toString()}`
    : `${why}?${new URLSearchParams({ part }).toString()}`;
}
