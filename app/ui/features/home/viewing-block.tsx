import type { OwnViewing } from "#app/core/domain/viewing/viewing-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

const SECOND_MS = 1_000;

/** Libraries the reader is to hear by a day, how far they are, and the way there. */
export function ViewingBlock({ viewings }: { viewings: readonly OwnViewing[] }) {
  const { t } = useTranslation("home");
  const { calendarDay, duration, isPastDay } = useFormat();
  if (viewings.length === 0) return null;
  return (
    <Panel title={t("viewing.title")}>
      <ItemList label={t("viewing.title")}>
        {viewings.map(({ requiredId, libraryId, folderId, library, folder, ...viewing }) => {
          const name = folder === null ? library : t("viewing.in", { folder, library });
          const to = paths.library(libraryId, { folder: folderId });
          const isLate = isPastDay(viewing.dueOn);
          return (
            <Item
              key={requiredId}
              title={
                <TextLink tone="name" to={to}>
                  <bdi>{name}</bdi>
                </TextLink>
              }
              note={
                <span className="flex flex-wrap gap-x-2" suppressHydrationWarning>
                  <span>{t("viewing.by", { by: viewing.by })}</span>
                  <span>
                    {t("viewing.heard", {
                      heard: duration(viewing.heard * SECOND_MS),
                      total: duration(viewing.total * SECOND_MS),
                    })}
                  </span>
                  <span className={isLate ? "font-medium text-danger" : ""}>
                    {t(isLate ? "overdue" : "due", { day: calendarDay(viewing.dueOn) })}
                  </span>
                </span>
              }
              actions={
                <LinkButton size="small" to={to} aria-label={t("viewing.listenOf", { name })}>
                  {t("listen")}
                </LinkButton>
              }
            />
          );
        })}
      </ItemList>
    </Panel>
  );
}
