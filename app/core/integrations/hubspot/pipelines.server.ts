import type { CrmField, VendorAccess } from "#app/core/domain/connection/connection-types.ts";
import { askBeside, readBody } from "../vendor-call.server.ts";
import { inOrder } from "./map-found.ts";
import { ask } from "./request.server.ts";
import { pipelinesSchema, recordSchema, type WirePipeline } from "./wire.ts";

/** None where they are not shown to us. */
export async function listPipelines(access: VendorAccess): Promise<WirePipeline[]> {
  const body = await askBeside(() => ask(access, "/crm/v3/pipelines/deals"), { results: [] });
  return readBody(pipelinesSchema, body).results;
}

/** Stages belong to pipelines, which the property does not always list. */
export async function withStages(access: VendorAccess, fields: CrmField[]): Promise<CrmField[]> {
  const pipelines = await listPipelines(access);
  if (pipelines.length === 0) return fields;
  const options = {
    pipeline: pipelines.map(({ id, label, archived }) => ({
      value: id,
      label,
      isActive: archived !== true,
    })),
    dealstage: pipelines.flatMap((pipeline) =>
      inOrder(pipeline.stages).map(({ id, label, archived }) => ({
        value: id,
        label: pipelines.length === 1 ? label : `${label} (${pipeline.label})`,
        isActive: archived !== true && pipeline.archived !== true,
        group: pipeline.id,
      })),
    ),
  };
  return fields.map((field) =>
    field.name === "pipeline" || field.name === "dealstage"
      ? { ...field, options: options[field.name] }
      : field,
  );
}

/**
 * What has to be sent beside a stage: HubSpot refuses one that is not of the deal's pipeline, unless its own pipeline comes
 * with it.
 * @param properties as they are to be sent
 */
export async function pipelineBeside(
  access: VendorAccess,
  dealId: string,
  { dealstage, pipeline }: Record<string, string>,
): Promise<Record<string, string>> {
  if (dealstage === undefined || dealstage === "" || pipeline !== undefined) return {};
  const pipelines = await listPipelines(access);
  const [home] = pipelines.filter(({ stages }) => stages.some(({ id }) => id === dealstage));
  if (home === undefined || pipelines.length === 1) return {};
  const path = `/crm/v3/objects/deals/${encodeURIComponent(dealId)}?properties=pipeline`;
  const { properties } = readBody(recordSchema, await ask(access, path));
  return properties["pipeline"] === home.id ? {} : { pipeline: home.id };
}
