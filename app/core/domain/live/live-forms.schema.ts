import * as z from "zod";
import { line, optionalLine as optional, ownName } from "./line.schema.ts";

/** One per tab. */
const tabId = ownName;

/** What may be chosen at the start and while the call runs. */
const choices = {
  language: z.enum(["en", "ja"]).optional(),
  visibility: z.enum(["private", "team", "workspace"]).optional(),
};

/** A call that is begun now; everything of it can be left out. */
export const startForm = z.object({
  title: optional(200),
  companyName: optional(200),
  ...choices,
});
/** What is known of a call before it begins. */
export type NewLiveCall = Partial<z.output<typeof startForm>>;

export const ofGuest = z.object({ guestId: z.uuid() });
export const ofTab = z.object({ tabId });
export const noteForm = z.object({
  body: z.string().trim().min(1).max(4_000),
  /** Where on the call's clock it was begun; now when left out. */
  t0Ms: z.coerce.number().int().nonnegative().optional(),
});
export const editForm = z.object({ title: line(200).pipe(z.string().min(1)), ...choices });
export type LiveCallEdit = z.output<typeof editForm>;

/** What a page asks a token for; left out, a member's tab asks to speak, and whoever names no tab is a guest. */
export const tokenRequest = z.object({
  as: z.enum(["member", "listener", "guest"]).optional(),
  tabId: tabId.optional(),
  /** "Take over here": every other tab of this person leaves the room. */
  takesOver: z.enum(["true", "false"]).default("false"),
});
export type TokenRequest = z.output<typeof tokenRequest>;
