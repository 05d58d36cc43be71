import {
  type CrmCompany,
  type CrmContact,
  type CrmDeal,
  type CrmStage,
  domainOf,
} from "#app/core/domain/connection/crm-search-types.ts";
import { valueOf } from "./map.ts";
import type { Found, WireOwner, WirePipeline } from "./wire.ts";

type Properties = Found["properties"];
const some = (properties: Properties, name: string): string | null => {
  const text = properties[name]?.trim() ?? "";
  return text === "" ? null : text;
};
/** Several values of one property stand between semicolons. */
const many = (properties: Properties, name: string): string[] =>
  (some(properties, name) ?? "").split(";").flatMap((one) => (one.trim() === "" ? [] : one.trim()));

export function contactOf({ id, properties }: Found): CrmContact {
  const name = [some(properties, "firstname"), some(properties, "lastname")]
    .filter((part) => part !== null)
    .join(" ");
  const emails = [...many(properties, "email"), ...many(properties, "hs_additional_emails")];
  return {
    ...{ id, name: name === "" ? (emails[0] ?? id) : name, title: some(properties, "jobtitle") },
    emails: [...new Set(emails.map((email) => email.toLowerCase()))],
    phones: [...many(properties, "phone"), ...many(properties, "mobilephone")],
    companyId: some(properties, "associatedcompanyid"),
  };
}

export function companyOf({ id, properties }: Found): CrmCompany {
  const hosts = [
    ...many(properties, "domain"),
    ...many(properties, "website"),
    ...many(properties, "hs_additional_domains"),
  ].flatMap((text) => domainOf(text) ?? []);
  const domains = [...new Set(hosts)];
  return { id, name: some(properties, "name") ?? domains[0] ?? id, domains };
}

/** Whether a stage ends a deal stands beside it, as text or not; one that ends it with no chance is lost. */
function kindOf(id: string, metadata?: Record<string, unknown> | null): CrmStage["kind"] {
  const isClosed = metadata?.["isClosed"];
  if (isClosed === true || isClosed === "true")
    return Number(metadata?.["probability"] ?? 0) > 0 ? "won" : "lost";
  if (isClosed !== undefined) return "open";
  // Whether it ends a deal is not said by all: its chance is, where it is documented.
  const chance = Number(metadata?.["probability"] ?? Number.NaN);
  if (chance >= 1) return "won";
  if (chance === 0) return "lost";
  // Nothing is said: these two are HubSpot's own.
  return id === "closedwon" ? "won" : id === "closedlost" ? "lost" : "open";
}

export const stagesOf = (pipelines: readonly WirePipeline[]): CrmStage[] =>
  pipelines.flatMap((pipeline) =>
    inOrder(pipeline.stages).map(({ id, label, metadata }, ord) => {
      const name = pipelines.length === 1 ? label : `${label} (${pipeline.label})`;
      return { id, label: name, pipeline: pipeline.id, kind: kindOf(id, metadata), ord };
    }),
  );

/** As people see them there; those that are archived come last, for deals that are still in one. */
export const inOrder = (stages: WirePipeline["stages"]): WirePipeline["stages"] =>
  stages.toSorted(
    (a, b) =>
      Number(a.archived === true) - Number(b.archived === true) ||
      (a.displayOrder ?? 0) - (b.displayOrder ?? 0),
  );

export type DealContext = {
  stages: readonly CrmStage[];
  owners: Map<string, WireOwner | null>;
  /** The account's. */
  currency: string | null;
  links?: Map<string, { companies: string[]; contacts: string[] }>;
};

const timeOf = (text: string | null): string | null => {
  const value = valueOf("datetime", text);
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : null;
};

export function dealOf(
  { id, properties, createdAt }: Found,
  { stages, owners, currency, links }: DealContext,
): CrmDeal {
  const stageId = some(properties, "dealstage") ?? "–";
  const pipeline = some(properties, "pipeline") ?? "";
  const stage = stages.find((one) => one.id === stageId && one.pipeline === pipeline) ??
    stages.find((one) => one.id === stageId) ?? {
      ...{ id: stageId, label: stageId, pipeline, ord: stages.length },
      kind: kindOf(stageId),
    };
  const owner = owners.get(some(properties, "hubspot_owner_id") ?? "") ?? null;
  const ownerName = [owner?.firstName, owner?.lastName].filter(Boolean).join(" ");
  const openedAt = timeOf(some(properties, "createdate") ?? createdAt ?? null);
  const closeAt = timeOf(some(properties, "closedate"));
  const amount = some(properties, "amount");
  const at = openedAt ?? new Date(0).toISOString();
  return {
    id,
    name: some(properties, "dealname") ?? id,
    companyId: links?.get(id)?.companies[0] ?? null,
    companyName: null,
    contactIds: links?.get(id)?.contacts ?? [],
    ownerEmail: owner?.email?.toLowerCase() ?? null,
    ownerName: ownerName === "" ? null : ownerName,
    stage,
    amount,
    currency: amount === null ? null : (some(properties, "deal_currency_code") ?? currency),
    closeDate: closeAt?.slice(0, "2026-11-25".length) ?? null,
    nextStep: some(properties, "hs_next_step"),
    openedAt: at,
    closedAt: stage.kind === "open" ? null : (closeAt ?? at),
  };
}
