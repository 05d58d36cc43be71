import * as z from "zod";

/** One per tab, made by its page; part of an identity at the media server, so no colon. */
const tabId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

const line = (most: number) =>
  z
    .string()
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(z.string().max(most));
const optional = (most: number) =>
  line(most)
    .optional()
    .transform((text) => (text === "" ? undefined : text));

/** What the console may ask for; everything of a new call can be left out. */
export const consoleIntent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("start"),
    title: optional(200),
    companyName: optional(200),
    language: z.enum(["en", "ja"]).optional(),
  }),
  z.object({ intent: z.literal("demo") }),
  /** A token for a room of one's own, to try the ways to the media server. */
  z.object({ intent: z.literal("test") }),
]);
/** What is known of a call before it begins. */
export type NewLiveCall = {
  title?: string | undefined;
  companyName?: string | undefined;
  language?: "en" | "ja" | undefined;
};

const ofGuest = z.object({ guestId: z.uuid() });
const ofTab = z.object({ tabId });

/** What the page of a running call may ask for, told apart by `intent`. */
export const liveIntent = z.discriminatedUnion("intent", [
  ofGuest.extend({ intent: z.literal("admit") }),
  ofGuest.extend({ intent: z.literal("refuse") }),
  ofGuest.extend({ intent: z.literal("remove") }),
  z.object({ intent: z.literal("lock") }),
  z.object({ intent: z.literal("unlock") }),
  z.object({ intent: z.literal("pause") }),
  z.object({ intent: z.literal("resume") }),
  z.object({ intent: z.literal("hold") }),
  z.object({ intent: z.literal("unhold") }),
  ofTab.extend({ intent: z.literal("mute") }),
  ofTab.extend({ intent: z.literal("unmute") }),
  z.object({ intent: z.literal("flag") }),
  z.object({
    intent: z.literal("note"),
    body: z.string().trim().min(1).max(4_000),
    /** Where on the call's clock it was begun; now when left out. */
    t0Ms: z.coerce.number().int().nonnegative().optional(),
  }),
  z.object({ intent: z.literal("rename"), title: line(200).pipe(z.string().min(1)) }),
  ofTab.extend({ intent: z.literal("leave") }),
  z.object({ intent: z.literal("end") }),
]);
export type LiveIntent = z.output<typeof liveIntent>;

/** What a page asks a token for; left out, a member's tab asks to speak, and whoever names no tab is a guest. */
export const tokenRequest = z.object({
  as: z.enum(["member", "listener", "guest"]).optional(),
  tabId: tabId.optional(),
  /** "Take over here": every other tab of this person leaves the room. */
  takesOver: z.enum(["true", "false"]).default("false"),
});
export type TokenRequest = z.output<typeof tokenRequest>;
