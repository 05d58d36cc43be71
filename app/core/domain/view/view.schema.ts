import * as z from "zod";
import { PACES, type Sharing } from "./view-views.ts";

const name = z.string().trim().normalize("NFC").min(1).max(60);
/** As an address writes it; the page that has the list reads it again before it is kept. */
const query = z.string().max(8_000).default("");
/** "me", "workspace", or a team's id; nothing is "me". */
const shareWith = z
  .union([z.literal(["", "me", "workspace"]), z.uuid()])
  .default("me")
  .transform((chosen): Sharing => {
    switch (chosen) {
      case "":
      case "me":
        return { isShared: false, teamId: null };
      case "workspace":
        return { isShared: true, teamId: null };
      default:
        return { isShared: true, teamId: chosen };
    }
  });
const version = z.coerce.number().int().positive();
export const saveViewForm = z.object({ intent: z.literal("save_view"), name, query, shareWith });
export const changeViewForm = z.object({
  intent: z.literal("change_view"),
  viewId: z.uuid(),
  name,
  shareWith,
  version,
});
export const updateViewForm = z.object({
  intent: z.literal("update_view"),
  viewId: z.uuid(),
  query,
  version,
});
export const followViewForm = z.object({
  intent: z.literal("follow_view"),
  viewId: z.uuid(),
  pace: z.enum(PACES),
});
/** Empty for none. */
export const defaultViewForm = z.object({
  intent: z.literal("default_view"),
  viewId: z.union([z.literal(""), z.uuid()]).transform((id) => (id === "" ? null : id)),
});
export const ofView = z.object({ viewId: z.uuid() });

type Input<S extends z.ZodType> = Omit<z.output<S>, "intent">;
export type NewView = Input<typeof saveViewForm>;
export type ViewChange = Input<typeof changeViewForm>;
export type ViewUpdate = Input<typeof updateViewForm>;
