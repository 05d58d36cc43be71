import type { SharedListItem } from "#app/core/pages/shared-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Link } from "#app/ui/components/primitive/link.tsx";

/** Where one of them is, at the address of the list. */
export const addressOf = (key: string): string => `?item=${key}`;

type Props = {
  items: readonly SharedListItem[];
  current: string | null;
  onOpen: (key: string) => void;
};

/** What can be played in a shared list, and what is still being made, in its order. */
export function SharedItems({ items, current, onOpen }: Props) {
  const { t } = useTranslation("shared");
  const { duration } = useFormat();
  if (items.length === 0) return null;
  return (
    <ol
      aria-label={t("list.label")}
      className="overflow-hidden rounded-panel border border-line bg-surface-raised"
    >
      {items.map(({ key, title, why, durationMs, isReady }, at) => {
        const line = (
          <>
            <span className="w-4 shrink-0 text-right font-mono text-xs text-ink-muted">
              {at + 1}
            </span>
            <span className="min-w-0 grow">
              <bdi className="block text-sm font-medium wrap-anywhere">{title}</bdi>
              {why === "" ? null : (
                <span className="block text-xs text-ink-soft wrap-anywhere">{why}</span>
              )}
              {isReady ? null : (
                <span className="block text-xs text-ink-muted">{t("list.preparing")}</span>
              )}
            </span>
            <span className="font-mono text-xs text-ink-muted">{duration(durationMs)}</span>
          </>
        );
        const look = "flex items-baseline gap-2.5 px-3 py-3";
        return (
          <li key={key} className="border-b border-line last:border-b-0">
            {isReady ? (
              <Link
                to={addressOf(key)}
                preventScrollReset
                aria-current={key === current ? "true" : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(key);
                }}
                className={`${look} hover:bg-surface-hover aria-[current]:bg-surface-chosen`}
              >
                {line}
              </Link>
            ) : (
              <div className={look}>{line}</div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
