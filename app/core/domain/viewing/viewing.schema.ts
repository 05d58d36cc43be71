import * as z from "zod";
import { isDayText } from "../zone.ts";

const dueOn = z.string().refine(isDayText, { message: "invalid_date" });

export const requireForm = z.object({
  intent: z.literal("require_viewing"),
  /** `member:` or `team:` and an id. */
  grantee: z.string().regex(/^(?:member|team):[0-9a-f-]{36}$/),
  /** Empty: the whole library. */
  folderId: z
    .union([z.literal(""), z.uuid()])
    .optional()
    .transform((id) => (id === undefined || id === "" ? null : id)),
  dueOn,
  /** Of a team: whoever joins it later, too. */
  includesLater: z
    .stringbool({ truthy: ["on", "true"], falsy: ["off", "false", ""] })
    .optional()
    .transform((value) => value ?? false),
});
export const changeViewingForm = z.object({
  intent: z.literal("change_viewing"),
  requiredId: z.uuid(),
  dueOn,
});
export const ofViewing = z.object({ requiredId: z.uuid() });

export type NewViewing = Omit<z.output<typeof requireForm>, "intent">;
