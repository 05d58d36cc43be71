import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import type { TrackersTabProps } from "./dictionary-page.tsx";
import { NewTracker } from "./new-tracker.tsx";
import { TrackerTable } from "./tracker-table.tsx";

/** Phrases that Parley notices in calls. */
export function TrackersTab(props: TrackersTabProps) {
  const { t } = useTranslation("dictionary");
  return (
    <>
      <Tools {...props} />
      {props.isNew ? (
        <Panel title={t("tracker.new")}>
          <NewTracker {...props} />
        </Panel>
      ) : null}
      <TrackerTable {...props} />
    </>
  );
}

/** The search, in use or archived, and who was here last. */
function Tools({ q, isArchive, counts, archived, lastChange }: TrackersTabProps) {
  const { t } = useTranslation("dictionary");
  const { time } = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ListForm key={q} action={paths.dictionary()} isSearch look="flex flex-wrap gap-2">
        <input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={120}
          aria-label={t("tracker.find")}
          placeholder={t("tracker.find")}
          className={controlLook({ size: "small", className: "w-60" })}
        />
        {isArchive ? <input type="hidden" name="archived" value="1" /> : null}
        <Button type="submit">{t("search")}</Button>
      </ListForm>
      <Segments
        label={t("tracker.which")}
        segments={[
          {
            to: paths.dictionary({ q: q === "" ? null : q }),
            label: t("inUse", { n: counts.trackers }),
            isCurrent: !isArchive,
          },
          {
            to: paths.dictionary({ q: q === "" ? null : q, archived: 1 }),
            label: t("archived", { n: archived }),
            isCurrent: isArchive,
          },
        ]}
      />
      <SavedNote intent="make_tracker">
        {({ at }) => t("tracker.made", { time: time(at) })}
      </SavedNote>
      {lastChange === null ? null : (
        <p className="ml-auto text-xs text-ink-muted">
          <bdi>{t("lastChange", { name: lastChange.name, by: lastChange.by })}</bdi>{" "}
          <Moment iso={lastChange.at} />
        </p>
      )}
    </div>
  );
}
