import type { TranscriptVersionView } from "#app/core/domain/transcript/transcript-views.ts";
import type { useTranslation } from "#app/i18n/translation.tsx";

type Say = ReturnType<typeof useTranslation<"transcript">>["t"];

/** "Version 2, edited by Mari" (look.md). */
export function versionName(
  t: Say,
  version: Pick<TranscriptVersionView, "number" | "origin" | "engine" | "by">,
): string {
  const { number } = version;
  if (version.origin === "import") return t("version.import", { number });
  if (version.origin === "edit") {
    return version.by === null
      ? t("version.edited", { number })
      : t("version.editedBy", { number, name: version.by });
  }
  return version.engine === null
    ? t("version.plain", { number })
    : t("version.engine", { number, engine: version.engine });
}
