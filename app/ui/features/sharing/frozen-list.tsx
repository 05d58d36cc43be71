import type { LinkListView } from "#app/core/domain/share/link-views.ts";
import type { ListDifference } from "#app/core/domain/share/list-difference.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import type { Act } from "./link-row.tsx";

type Props = {
  list: LinkListView;
  /** Of the link. */
  name: string;
  stamp: string | null;
  busy: string | null;
  act: Act;
};

/** How the list of a link stands, and how its library has changed since: the difference stands before the button. */
export function FrozenList({ list, name, stamp, busy, act }: Props) {
  const { t } = useTranslation("share");
  const isReadOnly = useReadOnly();
  const { preparing, failed, stopped, difference, mayUpdate } = list;
  const titles = stopped.map(({ title }) => title).join(", ");
  const notes = [
    ...(preparing > 0 ? [t("library.preparing", { count: preparing })] : []),
    ...(failed > 0 ? [t("library.failed", { count: failed })] : []),
    ...(titles === "" ? [] : [t("library.stopped", { titles })]),
  ];
  return (
    <>
      {notes.length === 0 ? null : (
        <p className="text-xs text-ink-muted wrap-anywhere">{notes.join(" ")}</p>
      )}
      {difference === null ? null : (
        <div className="grid gap-2 rounded-control bg-surface-sunken px-3 py-2.5 text-sm">
          <p>{t("library.changed")}</p>
          <Difference difference={difference} />
          <span>
            <Button
              size="small"
              aria-label={t("library.updateOf", { link: name })}
              busy={busy === "update_link" && t("library.updating")}
              disabledReason={isReadOnly ?? (mayUpdate ? undefined : t("library.onlyMaker"))}
              onClick={() => act({ intent: "update_link", ...(stamp !== null && { stamp }) })}
            >
              {t("library.update")}
            </Button>
          </span>
        </div>
      )}
    </>
  );
}

function Difference({ difference }: { difference: ListDifference }) {
  const { t } = useTranslation("share");
  const { added, removed, moved, changed, renamed } = difference;
  const lines = [
    ["added", added],
    ["removed", removed],
    ["moved", moved],
    ["edited", changed],
    [
      "renamed",
      renamed.map(({ title, before }) =>
        title === before ? title : t("library.renamedTo", { title, before }),
      ),
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
      {lines.map(([what, titles]) =>
        titles.length === 0 ? null : (
          <div key={what} className="contents">
            <dt className="text-ink-muted">{t(`library.${what}`)}</dt>
            <dd>
              <ul>
                {titles.map((title, at) => (
                  <li key={`${at} ${title}`} className="wrap-anywhere">
                    <bdi>{title}</bdi>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
