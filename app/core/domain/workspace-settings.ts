import * as z from "zod";

const text = z.string().trim().min(1).max(4_000).optional().catch(undefined);

const settings = z.object({
  signIn: z
    .object({
      /** Whoever has an address there comes through a partner only; also asked in SQL, across workspaces. */
      ssoDomains: z.array(z.string()).catch([]),
      /** Roles that do not come in without a second step. */
      factorRoles: z.array(z.enum(["admin", "manager", "rep"])).catch([]),
    })
    .catch({ ssoDomains: [], factorRoles: [] }),
  consent: z
    .object({
      /** Counts up with the text; the ledger names the one that was shown. */
      policy: z.int().positive().catch(1),
      /** The workspace's own words, where it wrote some. */
      text: z.object({ en: text, ja: text }).catch({}),
      allowsUnrecorded: z.boolean().catch(true),
    })
    .catch({ policy: 1, text: {}, allowsUnrecorded: true }),
  guests: z.object({ mayShareScreen: z.boolean().catch(false) }).catch({ mayShareScreen: false }),
  /** For how long both logs are kept: 400 days, from 7 to ten years (product §6). */
  logs: z.object({ days: z.int().min(7).max(3_650) }).catch({ days: 400 }),
});
/** What admins decided beside the columns of their workspace (product §4.2), complete. */
export type WorkspaceSettings = z.output<typeof settings>;

/** Reads `workspace.settings`. What is not there, or cannot be read, is the default. */
export function readSettings(stored: unknown): WorkspaceSettings {
  return settings.parse(objectOf(stored));
}

/** What is stored when a part was changed: parts nobody changed stay as they are, also those of a later version. */
export const withPart = <P extends keyof WorkspaceSettings>(
  stored: unknown,
  part: P,
  value: WorkspaceSettings[P],
) => ({ ...objectOf(stored), [part]: value });

const objectOf = (stored: unknown): object =>
  typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
