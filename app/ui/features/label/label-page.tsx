import type { LabelsView } from "#app/core/pages/labels.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Page } from "#app/ui/components/layout/page.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { LinkTabs } from "#app/ui/components/primitive/tabs.tsx";
import { useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { GroupsPanel } from "./label-groups-panel.tsx";
import { LabelTable } from "./label-table.tsx";
import { MergesPanel } from "./label-merges-panel.tsx";
import { NewLabel } from "./new-label.tsx";

export type LabelPageProps = LabelsView & { answer: unknown };

/** Labels, their groups and the archive; who may not change them reads them here. */
export function LabelPage(props: LabelPageProps) {
  const { tab, labels, groups, merges, edited, can, answer } = props;
  const { t } = useTranslation("label");
  const emptied = useEmptyAfter("make_label", "make-label");
  const tabs = (["labels", "archived", "groups"] as const).filter(
    (name) => name !== "groups" || can.makeAny,
  );
  const isArchive = tab === "archived";
  const shown = labels.filter(({ isArchived }) => isArchived === isArchive);
  const names = { labels: t("inUse"), archived: t("archived"), groups: t("groups") };
  return (
    <Page title={t("title")} facts={t(can.make ? "note" : "noteRead")}>
      <LinkTabs
        label={t("title")}
        tabs={tabs.map((name) => ({
          to: paths.settingLabel({ tab: name === "labels" ? null : name }),
          label: names[name],
          isCurrent: name === tab,
        }))}
      />
      {tab === "groups" ? (
        <GroupsPanel groups={groups} open={props.open} answer={answer} />
      ) : (
        <>
          {can.make && !isArchive && edited === null ? (
            <Panel title={t("new")}>
              <NewLabel key={emptied} {...props} />
            </Panel>
          ) : null}
          <LabelTable
            {...props}
            labels={shown}
            all={labels}
            empty={
              isArchive ? (
                <EmptyState title={t("emptyArchiveTitle")} why={t("emptyArchive")} />
              ) : (
                <EmptyState title={t("emptyTitle")} why={t(can.make ? "empty" : "emptyRead")} />
              )
            }
          />
          {merges.length === 0 ? null : <MergesPanel merges={merges} answer={answer} />}
        </>
      )}
    </Page>
  );
}
