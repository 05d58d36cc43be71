import * as z from "zod";

/** What a code knows about the person it was made for. */
export const CODE_DATA = {
  setup: z.object({}),
  activation: z.object({
    /** Invited by mail: the member waits already. */
    memberId: z.uuid().nullable(),
    /** Came by a sign-up link. */
    linkId: z.uuid().nullable(),
    /** Starts a workspace of their own. */
    workspace: z
      .object({ name: z.string(), timeZone: z.string(), language: z.enum(["en", "ja"]) })
      .nullable(),
  }),
  password_reset: z.object({ memberId: z.uuid() }),
} as const;
export type CodeKind = keyof typeof CODE_DATA;
export type CodeData<K extends CodeKind> = z.output<(typeof CODE_DATA)[K]>;
