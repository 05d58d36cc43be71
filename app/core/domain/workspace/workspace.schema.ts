import * as z from "zod";
import { hasDay, holidaysField, hoursFields, NO_DAY } from "../working-hours.schema.ts";
import { domainsField, nameField, zoneField } from "../fields.schema.ts";

export const workspaceForm = z.object({
  intent: z.literal("workspace"),
  name: nameField,
  timeZone: zoneField,
  defaultVisibility: z.enum(["private", "team", "workspace"]),
  signUpMode: z.enum(["closed", "domains"]),
  signUpDomains: domainsField,
  version: z.coerce.number().int().positive(),
});

/** Who does not come in without a second step. */
export const FACTOR_ROLES = {
  nobody: [],
  admins: ["admin"],
  managers: ["admin", "manager"],
  everybody: ["admin", "manager", "rep"],
} as const;
export const policyForm = z.object({
  intent: z.literal("sign_in_policy"),
  factorFor: z.enum(["nobody", "admins", "managers", "everybody"]),
  ssoDomains: domainsField,
  breakGlassId: z
    .union([z.literal(""), z.uuid()])
    .optional() // an empty field is none to the form parser
    .transform((value) => (value === undefined || value === "" ? null : value)),
  version: z.coerce.number().int().positive(),
});
/** Several lines, as a guest reads them; an empty field is none to the form parser. */
const consentText = z
  .string()
  .trim()
  .max(4_000)
  .optional()
  .transform((text) => text?.replaceAll("\r\n", "\n"));
export const consentForm = z.object({
  intent: z.literal("consent"),
  textEn: consentText,
  textJa: consentText,
  allowsUnrecorded: z.boolean().default(false),
  mayShareScreen: z.boolean().default(false),
  version: z.coerce.number().int().positive(),
});
export const hoursForm = z
  .object({
    intent: z.literal("workspace_hours"),
    ...hoursFields,
    holidays: holidaysField,
    version: z.coerce.number().int().positive(),
  })
  .refine(hasDay, NO_DAY);
export type HoursChange = z.output<typeof hoursForm>;
export type ConsentChange = z.output<typeof consentForm>;
export type PolicyChange = z.output<typeof policyForm>;
export type WorkspaceChange = z.output<typeof workspaceForm>;
