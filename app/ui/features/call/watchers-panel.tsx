import type { Watcher } from "#app/core/domain/call/call-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";

/** Colleagues who opened the call, the last one first, with how much of it they heard. */
export function WatchersPanel({ watchers }: { watchers: readonly Watcher[] }) {
  const { t } = useTranslation("call");
  return (
    <section className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      <h3 className="text-xs font-strong text-ink-muted">{t("page.watched.title")}</h3>
      {watchers.length === 0 ? <p className="text-ink-muted">{t("page.watched.nobody")}</p> : null}
      <ul className="grid gap-1.5">
        {watchers.map((watcher) => (
          <WatcherRow key={`${watcher.name} ${watcher.lastAt}`} watcher={watcher} />
        ))}
      </ul>
    </section>
  );
}

function WatcherRow({ watcher }: { watcher: Watcher }) {
  const { t } = useTranslation("call");
  const { duration, percent } = useFormat();
  const { name, times, lastAt, isPrivate, seconds, share } = watcher;
  const length = duration(seconds * 1000);
  const heard =
    seconds === 0
      ? t("page.watched.opened")
      : share === null
        ? t("page.watched.heard", { length })
        : t("page.watched.heardShare", { length, share: percent(share) });
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Face name={name} side="us" />
      <span className="min-w-0 grow wrap-anywhere">{name}</span>
      <span className="text-xs text-ink-muted">
        <Moment iso={lastAt} />
        {times < 2 ? null : `, ${t("page.watched.times", { count: times })}`}
      </span>
      <span className="basis-full pl-8 text-xs text-ink-muted">
        {heard}
        {isPrivate ? `, ${t("page.watched.private")}` : null}
      </span>
    </li>
  );
}
