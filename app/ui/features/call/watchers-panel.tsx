import type { Watcher } from "#app/core/domain/call/call-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";

/** Colleagues who opened the call, the last one first. */
export function WatchersPanel({ watchers }: { watchers: readonly Watcher[] }) {
  const { t } = useTranslation("call");
  return (
    <section className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      <h3 className="text-xs font-strong text-ink-muted">{t("page.watched.title")}</h3>
      {watchers.length === 0 ? <p className="text-ink-muted">{t("page.watched.nobody")}</p> : null}
      <ul className="grid gap-1.5">
        {watchers.map(({ name, times, lastAt, isPrivate }) => (
          <li key={`${name} ${lastAt}`} className="flex flex-wrap items-center gap-2">
            <Face name={name} side="us" />
            <span className="min-w-0 grow wrap-anywhere">
              {name}
              {isPrivate ? (
                <span className="block text-xs text-ink-muted">{t("page.watched.private")}</span>
              ) : null}
            </span>
            <span className="text-xs text-ink-muted">
              <Moment iso={lastAt} />
              {times < 2 ? null : `, ${t("page.watched.times", { count: times })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
