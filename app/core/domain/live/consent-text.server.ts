import * as z from "zod";
import { hashOf } from "#app/core/platform/crypto.server.ts";

/** The languages a page is shown in. */
export type TextLanguage = "en" | "ja";
/** The product's own text for workspaces that wrote none, by language; whoever has the catalogues hands it in. */
export type BuiltInConsent = (language: TextLanguage, workspace: string) => string;

const LANGUAGES: readonly TextLanguage[] = ["en", "ja"];
const text = z.string().trim().min(1).max(4_000).optional().catch(undefined);

/** What `workspace.settings` says of guests; whatever cannot be read is as if it were not set. */
const settingsSchema = z
  .object({
    consent: z
      .object({
        policy: z.int().positive().catch(1),
        text: z.object({ en: text, ja: text }).catch({}),
        allowsUnrecorded: z.boolean().catch(true),
      })
      .catch({ policy: 1, text: {}, allowsUnrecorded: true }),
    guests: z.object({ mayShareScreen: z.boolean().catch(false) }).catch({ mayShareScreen: false }),
  })
  .catch({
    consent: { policy: 1, text: {}, allowsUnrecorded: true },
    guests: { mayShareScreen: false },
  });
export type GuestSettings = z.output<typeof settingsSchema>;

export const guestSettings = (settings: unknown): GuestSettings => settingsSchema.parse(settings);

type Workspace = { name: string; settings: unknown };

/** What a guest reads before they answer: the workspace's text, else the product's. */
export function consentText(
  workspace: Workspace,
  language: TextLanguage,
  builtIn: BuiltInConsent,
): string {
  const own = guestSettings(workspace.settings).consent.text;
  return own[language] ?? own.en ?? own.ja ?? builtIn(language, workspace.name);
}

/** SHA-256 in hexadecimal, as pages carry it; the ledger keeps the bytes (product P6). */
export const consentHash = (shown: string): string => Buffer.from(hashOf(shown)).toString("hex");

/** Whether a text with this hash is one we show now: between reading and answering it may have been changed. */
export const isCurrentConsent = (
  workspace: Workspace,
  hash: string,
  builtIn: BuiltInConsent,
): boolean =>
  LANGUAGES.some((language) => consentHash(consentText(workspace, language, builtIn)) === hash);
