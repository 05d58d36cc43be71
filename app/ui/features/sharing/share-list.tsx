import type { ShareListView } from "#app/core/domain/share/link-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

/** What of a library is not in its link, each by its name and cause; what the reader cannot open is counted. */
export function LeftOut({ leftOut }: Pick<ShareListView, "leftOut">) {
  const { t } = useTranslation("share");
  if (leftOut.length === 0) return null;
  const unseen = leftOut.filter(({ why }) => why === "unseen").length;
  return (
    <div className="grid gap-1 rounded-panel border border-line bg-surface px-3 py-2.5 text-sm">
      <h3 className="text-xs font-strong text-ink-muted">{t("library.leftOut")}</h3>
      <ul className="grid max-h-40 gap-1 overflow-y-auto">
        {leftOut.map(({ title, why }, at) =>
          why === "unseen" ? null : (
            <li key={`${at} ${title ?? ""}`} className="wrap-anywhere">
              <bdi>{title}</bdi>
              <span className="text-ink-muted">, {t(`library.why.${why}`)}</span>
            </li>
          ),
        )}
        {unseen === 0 ? null : (
          <li className="text-ink-muted">{t("library.unseen", { count: unseen })}</li>
        )}
      </ul>
    </div>
  );
}

const MOST_LINES = 8;

/** The visitor's list in small. */
export function PreviewList({ list, hasWhys }: { list: ShareListView; hasWhys: boolean }) {
  const { t } = useTranslation("share");
  const { duration } = useFormat();
  const { description, items } = list;
  const totalMs = items.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const more = items.length - MOST_LINES;
  return (
    <>
      {description === "" ? null : <p className="text-ink-soft wrap-anywhere">{description}</p>}
      <p className="text-2xs text-ink-muted">
        {t("library.shown", { count: items.length, time: duration(totalMs) })}
      </p>
      <ol className="grid gap-1 rounded-control border border-line bg-surface-raised px-2 py-1.5">
        {items.slice(0, MOST_LINES).map(({ title, why, durationMs }, at) => (
          <li key={`${at} ${title}`} className="flex items-baseline gap-2">
            <span className="min-w-0 grow">
              <bdi className="block truncate">{title}</bdi>
              {hasWhys && why !== "" ? (
                <span className="block truncate text-2xs text-ink-muted">{why}</span>
              ) : null}
            </span>
            <span className="font-mono text-2xs text-ink-muted">{duration(durationMs)}</span>
          </li>
        ))}
        {more > 0 ? (
          <li className="text-2xs text-ink-muted">{t("library.more", { count: more })}</li>
        ) : null}
      </ol>
    </>
  );
}
