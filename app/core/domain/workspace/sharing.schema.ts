import * as z from "zod";
import { originsField } from "../origins.schema.ts";
import type { Role } from "../access/actor.ts";
import { SHARED_KINDS } from "../shared-kinds.ts";

/** Who may make links, as the form names them. */
export const SHARERS: Record<"everybody" | "managers" | "admins", readonly Role[]> = {
  everybody: ["admin", "manager", "rep"],
  managers: ["admin", "manager"],
  admins: ["admin"],
};

export const sharingForm = z.object({
  intent: z.literal("sharing"),
  sharers: z.enum(["everybody", "managers", "admins"]),
  needs: z.enum(["nothing", "password", "email"]),
  maxDays: z.coerce.number().pipe(z.int().min(1).max(365)),
  mayDownload: z.boolean().default(false),
  embed: z.enum(["off", "listed", "any"]).optional().default("listed"),
  embedOrigins: originsField,
  /** What links may lead to; none: there are no links. */
  kinds: z.array(z.enum(SHARED_KINDS)).default([]),
  isBlocked: z.boolean().default(false),
  version: z.coerce.number().int().positive(),
});
export type SharingChange = z.output<typeof sharingForm>;
