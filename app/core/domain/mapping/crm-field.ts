import * as z from "zod";
import { CRM_FIELD_TYPES, type CrmField } from "../connection/connection-types.ts";

/** `crm_schema.fields`, as the adapters give it. */
export const crmFields: z.ZodType<CrmField[]> = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    type: z.enum(CRM_FIELD_TYPES),
    length: z.number().nullable(),
    lineBreak: z.number().exactOptional(),
    isWriteable: z.boolean(),
    isRequired: z.boolean(),
    isCustom: z.boolean(),
    isRestricted: z.boolean(),
    options: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        isActive: z.boolean(),
        group: z.string().exactOptional(),
        onlyIn: z.array(z.string()).exactOptional(),
      }),
    ),
    references: z.array(z.string()),
  }),
);
