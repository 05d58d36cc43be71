import { changeGroupForm, groupForm } from "#app/core/domain/label/label.schema.ts";
import type { GroupLine } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { EditCell } from "#app/ui/features/forms/edit-cell.tsx";
import { EditForm } from "#app/ui/features/forms/edit-form.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";

type Props = { groups: GroupLine[]; open: string | null; answer: unknown };

/** The headings under which labels stand. */
export function GroupsPanel({ groups, open, answer }: Props) {
  const { t } = useTranslation("label");
  const { t: setting } = useTranslation("setting");
  const emptied = useEmptyAfter("make_group", "make-group");
  return (
    <>
      <Panel title={t("newGroup")}>
        <NewGroup key={emptied} answer={answer} />
      </Panel>
      <OpenableTable
        caption={t("groups")}
        columns={[t("name"), null]}
        rows={groups}
        empty={<EmptyState title={t("noGroups")} why={t("noGroupsWhy")} />}
        opened={{
          id: open,
          label: setting("edit"),
          form: (group) => <GroupForm group={group} answer={answer} />,
        }}
      >
        {(group) => (
          <Row>
            <NameCell>{group.name}</NameCell>
            <EditCell
              row={group}
              to={paths.editLabel(group.id, { tab: "groups" })}
              saved="change_group"
            />
          </Row>
        )}
      </OpenableTable>
    </>
  );
}

function NewGroup({ answer }: { answer: unknown }) {
  const { t } = useTranslation("label");
  const form = useParleyForm(groupForm, {
    id: "make-group",
    refusal: refusalOf(answer, "make_group"),
  });
  return (
    <NewForm form={form} labels={{ name: t("name") }} intent="make_group" submit={t("makeGroup")}>
      <TextField field={form.fields.name} label={t("name")} maxLength={50} />
    </NewForm>
  );
}

function GroupForm({ group, answer }: { group: GroupLine; answer: unknown }) {
  const { t } = useTranslation("label");
  const form = useRowForm(changeGroupForm, {
    row: group,
    field: "groupId",
    intents: ["change_group"],
    answer,
    defaultValue: { name: group.name },
  });
  return (
    <EditForm
      form={form}
      row={group}
      field="groupId"
      values={[{ name: "name", label: t("name"), value: group.name, shown: group.name }]}
      save={{ intent: "change_group", tone: "plain" }}
      other={{
        intent: "remove_group",
        tone: "danger",
        text: t("removeGroup"),
        label: t("removeGroupOf", { name: group.name }),
      }}
      closeTo={paths.settingLabel({ tab: "groups" })}
    >
      <TextField
        field={form.fields.name}
        label={t("name")}
        maxLength={50}
        hint={t("removeGroupHint")}
      />
    </EditForm>
  );
}
