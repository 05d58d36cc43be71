import type { TrackerLine } from "#app/core/domain/tracker/tracker-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { PhraseChip } from "./phrase-chip.tsx";

/** What a tracker looks for, for who may not change it. */
export function ReadTracker({
  tracker: { name, phrases },
  isArchive,
}: {
  tracker: TrackerLine;
  isArchive: boolean;
}) {
  const { t } = useTranslation("dictionary");
  return (
    <div className="grid gap-3">
      <ul aria-label={t("phrasesOf", { name })} className="flex flex-wrap gap-1.5">
        {phrases.map((phrase) => (
          <li key={phrase}>
            <PhraseChip phrase={phrase} state="kept" />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton
          tone="quiet"
          to={paths.dictionary({ archived: isArchive ? 1 : null })}
          preventScrollReset
        >
          {t("close")}
        </LinkButton>
        <span className="text-xs text-ink-muted">{t("tracker.readOnly")}</span>
      </div>
    </div>
  );
}
