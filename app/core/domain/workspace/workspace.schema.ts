import * as z from "zod";
import { nameField, zoneField } from "../account/account.schema.ts";
import { domainsField } from "../member/member.schema.ts";

export const workspaceForm = z.object({
  intent: z.literal("workspace"),
  name: nameField,
  timeZone: zoneField,
  defaultVisibility: z.enum(["private", "team", "workspace"]),
  signUpMode: z.enum(["closed", "domains"]),
  signUpDomains: domainsField,
  version: z.coerce.number().int().positive(),
});
export type WorkspaceChange = z.output<typeof workspaceForm>;
