import { ChevronDown } from "lucide-react";
import type { ListSettings } from "#app/core/domain/account/list-settings.ts";
import type { ViewRef } from "#app/core/domain/view/view-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import { type RecordingsQuery, sortOf } from "#app/core/pages/recordings-filters.ts";
import { keptSearch } from "#app/core/pages/recordings-search.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { useSharedText } from "#app/ui/components/form/use-shared-text.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { type LinkTab, LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { ViewActions } from "./view-actions.tsx";

type Props = {
  query: RecordingsQuery;
  views: ViewRef[];
  /** Those the reader may share a view with. */
  viewTeams: PersonRef[];
  look: ListSettings;
  memberId: string;
  answer: unknown;
};
/** As many saved views have a tab; the others are in a menu. */
const TABS = 5;

/** Queries under a name as tabs: what everybody has, the reader's own, then what others share. */
export function ViewTabs(props: Props) {
  const { query, views, look, memberId } = props;
  const { t } = useTranslation("view");
  const sharedText = useSharedText();
  const now = keptSearch({ ...query, as: null, sort: sortOf(query.show) });
  const viewId = query.view?.id ?? null;
  const isOnView = viewId !== null && viewId !== "all";
  const builtIn = [
    { label: t("all"), search: {} },
    { label: t("mine"), search: { owner: memberId } },
    { label: t("notReviewed"), search: { reviewed: "no" } },
  ].map(({ label, search }): LinkTab => {
    const text = new URLSearchParams(search).toString();
    const { as, panel } = query;
    return {
      to: paths.recordings({ view: look.viewId === null ? null : "all", ...search, as, panel }),
      label,
      isCurrent: !isOnView && now === text,
    };
  });
  const open = views.find(({ id }) => id === viewId);
  const first = views.slice(0, TABS);
  if (open && !first.includes(open)) first.splice(TABS - 1, 1, open);
  const others = views.filter((view) => !first.includes(view));
  return (
    <div className="relative flex flex-wrap items-stretch gap-y-1" data-print="no">
      <div className="min-w-0 flex-1 basis-96">
        <LinkTabs
          label={t("tabs")}
          tabs={[
            ...builtIn,
            ...first.map((view) => ({
              to: paths.recordings({ view: view.id, panel: query.panel }),
              label: view.name,
              title: sharedText(view) ?? undefined,
              isCurrent: view.id === viewId,
            })),
          ]}
        />
      </div>
      <div className="flex flex-wrap items-center gap-1.5 desk:border-b desk:border-line">
        {others.length === 0 ? null : (
          <Disclosure label={t("more")} face={<MoreFace count={others.length} />} place="tools">
            <ul className="grid gap-1.5 text-sm">
              {others.map((view) => (
                <li key={view.id}>
                  <TextLink to={paths.recordings({ view: view.id })}>
                    <bdi>{view.name}</bdi>
                  </TextLink>
                  <small className="block text-xs text-ink-muted">{sharedText(view)}</small>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        <ViewActions {...props} open={open ?? null} />
      </div>
    </div>
  );
}

function MoreFace({ count }: { count: number }) {
  const { t } = useTranslation("view");
  return (
    <span aria-hidden className="inline-flex items-center gap-1 px-1.5 text-sm text-ink-soft">
      {t("moreCount", { count })}
      <Icon of={ChevronDown} />
    </span>
  );
}
