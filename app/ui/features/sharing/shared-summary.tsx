import type { SharedSection } from "#app/core/pages/shared-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import { sectionTitle } from "./section-title.ts";

const INK = { R: "text-us-ink", C: "text-them-ink", none: "text-ink-soft" };

/** What the summary quotes from what is shared; a quote plays where it was said. */
export function SharedSummary({ sections }: { sections: readonly SharedSection[] }) {
  const { t } = useTranslation("shared");
  const { t: names } = useTranslation("summary");
  const { duration } = useFormat();
  const playFrom = usePlayFrom();
  return (
    <section
      aria-labelledby="shared-summary"
      className="mt-4 rounded-panel border border-line bg-surface-raised px-4 py-3"
    >
      <h2 id="shared-summary" className="text-read font-strong">
        {t("page.summary")}
      </h2>
      <p className="mb-2 text-xs text-ink-muted">{t("page.summaryWhy")}</p>
      {sections.map(({ key, title, quotes }) => (
        <div key={key} className="mt-2">
          <h3 className="text-sm font-medium">{title ?? sectionTitle(names, key)}</h3>
          <ul className="mt-1 grid gap-1.5">
            {quotes.map(({ t0Ms, quote, name, side }) => (
              <li key={`${t0Ms} ${quote}`} className="text-base">
                <button
                  type="button"
                  title={t("page.playFrom", { time: duration(t0Ms) })}
                  onClick={() => playFrom(t0Ms)}
                  className={`mr-1.5 min-h-6 rounded-chip border border-line px-1.5 font-mono text-2xs ${INK[side ?? "none"]}`}
                >
                  {`${duration(t0Ms)} ${name}`.trim()}
                </button>
                {quote}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
