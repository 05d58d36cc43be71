import * as z from "zod";
import { listOf, scopesSchema } from "../vendor-call.server.ts";

/** Numbers come as text, and as numbers from some. */
const value = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((one) => (one === null || one === undefined ? null : String(one)));
const idSchema = z.union([z.string(), z.number()]).transform(String);

export const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  hub_id: idSchema.nullish(),
  scopes: scopesSchema.nullish(),
  scope: scopesSchema.nullish(),
});
export const accountSchema = z.object({
  portalId: idSchema,
  accountType: z.string().nullish(),
  uiDomain: z.string().nullish(),
  companyCurrency: z.string().nullish(),
});
const optionSchema = z.object({
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String),
  label: z.string().nullish(),
  hidden: z.boolean().nullish(),
});
const propertySchema = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.string().catch(""),
  options: listOf(optionSchema).nullish(),
  hidden: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  calculated: z.boolean().nullish(),
  hubspotDefined: z.boolean().nullish(),
  showCurrencySymbol: z.boolean().nullish(),
  numberDisplayHint: z.string().nullish(),
  referencedObjectType: z.string().nullish(),
  modificationMetadata: z.object({ readOnlyValue: z.boolean().nullish() }).nullish(),
});
export type WireProperty = z.output<typeof propertySchema>;
export const propertiesSchema = z.object({ results: listOf(propertySchema) });
const pipelineSchema = z.object({
  id: idSchema,
  label: z.string(),
  archived: z.boolean().nullish(),
  stages: z.array(
    z.object({
      id: idSchema,
      label: z.string(),
      displayOrder: z.number().nullish(),
      archived: z.boolean().nullish(),
      metadata: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
});
export type WirePipeline = z.output<typeof pipelineSchema>;
export const pipelinesSchema = z.object({ results: z.array(pipelineSchema) });
const versionSchema = z.object({
  timestamp: z.string(),
  updatedByUserId: idSchema.nullish(),
  /** `userId:77` of some. */
  sourceId: z.string().nullish(),
});
export const recordSchema = z.object({
  id: idSchema,
  properties: z.record(z.string(), value),
  updatedAt: z.string().nullish(),
  propertiesWithHistory: z.record(z.string(), listOf(versionSchema)).nullish().catch(null),
});
export type WireRecord = z.output<typeof recordSchema>;
export const recordsSchema = z.object({ results: z.array(recordSchema) });
export const createdSchema = z.object({ id: idSchema });
const next = z
  .object({
    next: z.object({ after: z.union([z.string(), z.number()]).transform(String) }).nullish(),
  })
  .nullish();
export const associatedSchema = z.object({
  results: z.array(z.object({ toObjectId: z.union([z.string(), z.number()]).transform(String) })),
  paging: next,
});
const linkedSchema = z.object({ results: z.array(z.object({ id: idSchema })) }).nullish();
export const foundSchema = z.object({
  id: idSchema,
  properties: z.record(z.string(), value),
  createdAt: z.string().nullish(),
  archived: z.boolean().nullish(),
  associations: z.object({ companies: linkedSchema, contacts: linkedSchema }).nullish(),
});
export type Found = z.output<typeof foundSchema>;
export const foundPageSchema = z.object({ results: z.array(foundSchema), paging: next });
export const linksSchema = z.object({
  results: z.array(
    z.object({
      from: z.object({ id: idSchema }),
      to: z.array(z.object({ toObjectId: idSchema })),
    }),
  ),
});
const name = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
export const ownerSchema = z.object({ firstName: name, lastName: name, email: name });
export type WireOwner = z.output<typeof ownerSchema>;
export const ownersSchema = z.object({
  results: z.array(
    z.object({
      id: idSchema,
      email: z.string().nullish(),
      archived: z.boolean().nullish(),
    }),
  ),
  paging: next,
});
/** All of it may be missing: HubSpot says so itself. */
export const errorSchema = z.object({
  message: z.string().catch(""),
  category: z.string().catch(""),
  policyName: z.string().nullish().catch(null),
  errors: z
    .array(
      z.object({
        message: z.string().nullish(),
        code: z.string().nullish(),
        context: z
          .record(z.string(), z.union([z.array(z.string()), z.string().transform((one) => [one])]))
          .nullish()
          .catch(null),
      }),
    )
    .nullish()
    .catch(null),
});
/** What stands as JSON in the message of a refused write. */
export const invalidSchema = z.array(
  z.object({
    name: z.string().nullish(),
    error: z.string().nullish(),
    message: z.string().nullish(),
  }),
);
