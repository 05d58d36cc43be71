import type { ReactNode } from "react";
import type { LabelLine } from "#app/core/domain/label/label-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Dot } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { EditCell } from "#app/ui/features/forms/edit-cell.tsx";
import { EditLabel } from "./edit-label.tsx";
import type { LabelPageProps } from "./label-page.tsx";

type Props = LabelPageProps & {
  /** The labels in use, or those of the archive. */
  labels: LabelLine[];
  all: LabelLine[];
  empty: ReactNode;
};

/** Labels by group and name, each with its use among the calls the reader may see. */
export function LabelTable(props: Props) {
  const { labels, groups, tab, edited, empty } = props;
  const { t } = useTranslation("label");
  const { t: setting } = useTranslation("setting");
  const columns = [
    t("column.label"),
    t("group"),
    t("column.for"),
    t("column.rule"),
    { name: t("calls"), align: "end" as const },
    null,
  ];
  const groupOf = ({ groupId }: LabelLine) => groups.find(({ id }) => id === groupId);
  const place = (label: LabelLine) => {
    const group = groupOf(label);
    return group === undefined ? groups.length : groups.indexOf(group);
  };
  const sorted = labels.toSorted((a, b) => place(a) - place(b));
  return (
    <OpenableTable
      caption={t("title")}
      columns={columns}
      rows={sorted}
      empty={empty}
      opened={{
        id: edited?.id ?? null,
        label: setting("edit"),
        form: (label) => <EditLabel {...props} label={label} />,
      }}
    >
      {(label) => <LabelRow label={label} group={groupOf(label)?.name ?? ""} tab={tab} />}
    </OpenableTable>
  );
}

function LabelRow({
  label: { id, name, colour, team, rule, calls, canChange },
  group,
  tab,
}: {
  label: LabelLine;
  group: string;
  tab: LabelPageProps["tab"];
}) {
  const { t } = useTranslation("label");
  const { number } = useFormat();
  return (
    <Row>
      <NameCell>
        <span className="inline-flex items-center gap-2">
          <Dot colour={colour} />
          <bdi>{name}</bdi>
        </span>
      </NameCell>
      <Cell>{group}</Cell>
      <Cell>{team?.name ?? t("everybody")}</Cell>
      <Cell phone={rule === null ? "hide" : "line"}>
        {rule === null ? null : <code className="font-mono text-xs wrap-anywhere">{rule}</code>}
      </Cell>
      <Cell kind="number" label={t("calls")}>
        {calls === 0 ? (
          number(calls)
        ) : (
          <TextLink
            to={paths.recordings({ label: id })}
            aria-label={t("callsOf", { count: calls, name })}
          >
            {number(calls)}
          </TextLink>
        )}
      </Cell>
      <EditCell
        row={{ id, name }}
        to={canChange ? paths.editLabel(id, { tab: tab === "labels" ? null : tab }) : null}
        saved="change_label"
      />
    </Row>
  );
}
