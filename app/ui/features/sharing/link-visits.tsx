import type { LinkVisitView } from "#app/core/domain/share/link-views.ts";
import type { ShownLink } from "#app/core/pages/call-links.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useJoined } from "./use-joined.ts";

/** Who opened a link, and what they played; the newest of many. */
export function LinkVisits({ link: { visits, visitCount } }: { link: ShownLink }) {
  const { t } = useTranslation("share");
  if (visits.length === 0) return <p className="text-xs text-ink-muted">{t("list.nobody")}</p>;
  return (
    <div className="grid gap-1">
      <ul className="grid gap-1">
        {visits.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ul>
      {visitCount > visits.length ? (
        <p className="text-xs text-ink-muted">
          {t("list.visitsOf", { shown: visits.length, total: visitCount })}
        </p>
      ) : null}
    </div>
  );
}

function Visit({ visit }: { visit: LinkVisitView }) {
  const { t } = useTranslation("share");
  const { duration, when, spokenDuration } = useFormat();
  const { who, at, seconds, heard, items, isEmbedded, downloadedAt } = visit;
  const joined = useJoined();
  const done = [
    ...(seconds === 0 && downloadedAt !== null
      ? []
      : [
          seconds === 0
            ? t("list.openedOnly")
            : t("list.played", { time: spokenDuration(seconds * 1_000) }),
        ]),
    ...(downloadedAt === null ? [] : [t("list.downloaded")]),
  ];
  return (
    <li className="flex flex-wrap gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        {who ?? t(isEmbedded ? "embedding.unknown" : "list.unknown")}
      </span>
      <span className="text-ink-muted" suppressHydrationWarning>
        {when(at)}
      </span>
      <span className="text-ink-muted">{joined(done)}</span>
      <span className="font-mono text-xs text-ink-muted">
        {joined(
          heard.map(({ t0Ms, t1Ms }) =>
            t("list.heardRange", { from: duration(t0Ms), to: duration(t1Ms) }),
          ),
        )}
      </span>
      {items.length === 0 ? null : (
        <span className="basis-full text-xs text-ink-muted">
          {joined(
            items.map(({ title, seconds: count }) =>
              t("library.heardItem", { title, time: spokenDuration(count * 1_000) }),
            ),
          )}
        </span>
      )}
    </li>
  );
}
