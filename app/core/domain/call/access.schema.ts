import * as z from "zod";

/** Whom to let see a call, or change it too. */
export const giveAccessForm = z.object({ memberId: z.uuid(), level: z.enum(["view", "edit"]) });
export type GivenAccess = z.output<typeof giveAccessForm>;

export const takeBackAccessForm = z.object({ grantId: z.uuid() });
