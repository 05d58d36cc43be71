import { hashOf } from "#app/core/platform/crypto.server.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";

/** The languages a page is shown in. */
export type TextLanguage = "en" | "ja";
/** The product's own text for workspaces that wrote none, by language; whoever has the catalogues hands it in. */
export type BuiltInConsent = (language: TextLanguage, workspace: string) => string;

const LANGUAGES: readonly TextLanguage[] = ["en", "ja"];

type Workspace = { name: string; settings: WorkspaceSettings };

/** What a guest reads before they answer: the workspace's text, else the product's. */
export function consentText(
  workspace: Workspace,
  language: TextLanguage,
  builtIn: BuiltInConsent,
): string {
  const own = workspace.settings.consent.text;
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
