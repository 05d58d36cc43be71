import type { TrackerLine } from "#app/core/domain/tracker/tracker-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import type { TrackersTabProps } from "./dictionary-page.tsx";
import { EditTracker } from "./edit-tracker.tsx";
import { ReadTracker } from "./read-tracker.tsx";

/** Trackers by name, each with the calls it fired in, of those the reader may see. */
export function TrackerTable(props: TrackersTabProps) {
  const { trackers, opened, isArchive, q, can } = props;
  const { t } = useTranslation("dictionary");
  const empty = isArchive ? "emptyArchive" : "empty";
  return (
    <OpenableTable
      caption={t("tracker.title")}
      columns={[
        t("column.tracker"),
        t("kind"),
        t("saidBy"),
        t("usedBy"),
        { name: t("phrases"), align: "end" },
        { name: t("column.calls"), align: "end" },
        null,
      ]}
      rows={trackers}
      empty={
        q !== "" ? (
          <EmptyState title={t("noneFound")} why={t("noneFoundWhy", { q })} />
        ) : (
          <EmptyState
            title={t(`tracker.${empty}Title`)}
            why={t(can.make ? `tracker.${empty}` : `tracker.${empty}Read`)}
          />
        )
      }
      opened={{
        id: opened?.id ?? null,
        label: opened?.name ?? "",
        form: (tracker) =>
          tracker.canChange ? (
            <EditTracker {...props} tracker={tracker} />
          ) : (
            <ReadTracker tracker={tracker} isArchive={isArchive} />
          ),
      }}
    >
      {(tracker) => <TrackerRow {...props} tracker={tracker} />}
    </OpenableTable>
  );
}

function TrackerRow({
  tracker: { id, name, category, side, language, team, phrases, calls },
  opened,
  isArchive,
  q,
  since,
}: TrackersTabProps & { tracker: TrackerLine }) {
  const { t } = useTranslation("dictionary");
  const { number } = useFormat();
  const isOpen = opened?.id === id;
  const query = { archived: isArchive ? 1 : null, q: q === "" ? null : q };
  return (
    <Row>
      <NameCell note={t(`language.${language}`)}>
        <TextLink
          to={isOpen ? paths.dictionary(query) : paths.dictionary({ ...query, open: id }, "#edit")}
          tone="name"
          preventScrollReset
          aria-expanded={isOpen}
        >
          <bdi>{name}</bdi>
        </TextLink>
      </NameCell>
      <Cell>{t(`category.${category}`)}</Cell>
      <Cell>{t(`side.${side ?? "any"}`)}</Cell>
      <Cell>{team?.name ?? t("everybody")}</Cell>
      <Cell kind="number" label={t("phrases")}>
        {number(phrases.length)}
      </Cell>
      <Cell kind="number" label={t("column.calls")}>
        {calls === 0 ? (
          number(calls)
        ) : (
          <TextLink
            to={paths.recordings({ tracker: id, from: since })}
            aria-label={t("callsOf", { count: calls, name })}
          >
            {number(calls)}
          </TextLink>
        )}
      </Cell>
      <Cell phone="line">
        <SavedNote intent="change_tracker" about={id} />
      </Cell>
    </Row>
  );
}
