import type { SummarySectionView } from "#app/core/domain/summary/summary-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { sectionName } from "./texts.ts";

/** What a section is called: as its template says, or in the reader's words for Parley's own. */
export function useSectionTitle(sections: readonly SummarySectionView[]) {
  const { t } = useTranslation("summary");
  return (key: string): string =>
    sections.find((section) => section.key === key)?.title ?? sectionName(t, key);
}
