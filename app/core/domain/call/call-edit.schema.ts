import * as z from "zod";
import { emailField, lineField, orNone } from "../fields.schema.ts";
import { phoneField } from "../match/phone.schema.ts";
import { TALK_KINDS } from "../views.ts";

/** Facts of a call a member may change. `version` is the one the form was filled from. */
export const callForm = z.object({
  version: z.coerce.number().int().positive(),
  title: lineField(200).pipe(z.string().min(1)),
  company: lineField(120).optional(),
  visibility: z.enum(["private", "team", "workspace"]).optional(),
  /** Empty: as its labels say. */
  talkKind: z
    .union([z.literal(""), z.enum(TALK_KINDS)])
    .transform((kind) => (kind === "" ? null : kind))
    .optional(),
});
export type CallEdit = z.output<typeof callForm>;

/** A tick: the clips of the call go with it. */
export const trashForm = z.object({ withClips: z.literal("on").optional() });

const personName = lineField(60).pipe(z.string().min(1));

/** The choice that a person of our side is no member. */
export const NO_MEMBER = "none";
const isChoice = (text: string): boolean =>
  text === "" || text === NO_MEMBER || z.uuid().safeParse(text).success;
/** Which member a person of our side is, by id, or none. Without it the name decides. No union: forms read it as text. */
export const memberChoice = z
  .string({ error: "invalid_choice" })
  .refine(isChoice, "invalid_choice")
  .transform((text) => (text === "" ? undefined : text))
  .optional();
export type MemberChoice = z.output<typeof memberChoice>;
/** Of all people of a new call without a choice of their own. */
export const colleaguesField = z.enum(["by_name", "none"]).optional();
export type Colleagues = NonNullable<z.output<typeof colleaguesField>>;

/** One more person who took part, so that words can be given to them. */
export const personForm = z.object({ name: personName, side: z.enum(["R", "C"]) });
export const addPersonForm = personForm.extend({ member: memberChoice });
export type NewPerson = z.output<typeof personForm> & { member?: MemberChoice };

/** Facts of a person of a call. `version` is the one the form was filled from. */
export const changePersonForm = z.object({
  participantId: z.uuid(),
  version: z.coerce.number().int().positive(),
  name: personName,
  side: z.enum(["R", "C"]),
  email: orNone(emailField).default(null),
  phone: orNone(phoneField).default(null),
  member: memberChoice,
});
export const ofPersonForm = changePersonForm.pick({ participantId: true, version: true });
export type PersonChange = z.output<typeof changePersonForm>;
