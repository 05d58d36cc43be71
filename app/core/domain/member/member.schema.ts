import * as z from "zod";
import { domainsField, emailField, listFields, nameField } from "../fields.schema.ts";

const role = z.enum(["admin", "manager", "rep"]);
/** A select's first line is "none". */
const optionalId = z
  .union([z.literal(""), z.uuid()])
  .optional()
  .transform((value) => (value === undefined || value === "" ? null : value));
const version = z.coerce.number().int().positive();
export const inviteForm = z.object({
  intent: z.literal("invite"),
  email: z.string("invitee_needed").pipe(emailField),
  name: nameField.optional(),
  role,
  teamId: optionalId,
});
export const changeMemberForm = z.object({
  intent: z.literal("change"),
  memberId: z.uuid(),
  role,
  teamId: optionalId,
  scope: z.enum(["own_teams", "listed", "workspace"]).default("own_teams"),
  /** Of a manager with scope `listed`. */
  scopeTeamIds: z.array(z.uuid()).max(200).default([]),
  version,
});
export const deactivateForm = z.object({
  intent: z.literal("deactivate"),
  memberId: z.uuid(),
  heirId: optionalId,
});
export const linkForm = z.object({
  intent: z.literal("make_link"),
  role,
  teamId: optionalId,
  /** product §6: one hour to 30 days, 1 to 500 uses. */
  hours: z.coerce.number().int().min(1).max(720).default(168),
  maxUses: z.coerce.number().int().min(1).max(500).default(10),
  domains: domainsField,
});
export const teamForm = z.object({
  intent: z.literal("make_team"),
  name: nameField,
  parentId: optionalId,
});
export const changeTeamForm = z.object({
  intent: z.literal("change_team"),
  teamId: z.uuid(),
  name: nameField,
  parentId: optionalId,
  version,
});

/** A list of people as text, or as a file that holds it; the file wins. */
export const importForm = z.object(listFields);

/** A colleague who is named. */
export const ofMember = z.object({ memberId: z.uuid() });
export const ofLink = z.object({ linkId: z.uuid() });
export const ofTeam = z.object({ teamId: z.uuid() });

export type Invite = z.output<typeof inviteForm>;
export type MemberChange = z.output<typeof changeMemberForm>;
export type NewLink = z.output<typeof linkForm>;
export type NewTeam = z.output<typeof teamForm>;
export type TeamChange = z.output<typeof changeTeamForm>;
