import { Form } from "@remix-run/react";
import { Fragment } from "react";
import { changeGroupForm, groupForm } from "#app/core/domain/label/label.schema.ts";
import type { GroupLine } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { SavedNote, useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, DataTable, NameCell, OpenRow, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NowValues } from "./now-values.tsx";

type Props = { groups: GroupLine[]; open: string | null; answer: unknown };

/** The headings under which labels stand. */
export function GroupsPanel({ groups, open, answer }: Props) {
  const { t } = useTranslation("label");
  const emptied = useEmptyAfter("make_group", "make-group");
  return (
    <>
      <Panel title={t("newGroup")}>
        <NewGroup key={emptied} answer={answer} />
      </Panel>
      <DataTable
        caption={t("groups")}
        columns={[t("name"), null]}
        rows={groups}
        empty={<EmptyState title={t("noGroups")} why={t("noGroupsWhy")} />}
      >
        {(group) => (
          <Fragment key={group.id}>
            <Row>
              <NameCell>{group.name}</NameCell>
              <Cell phone="line">
                <span className="flex items-center justify-end gap-3 whitespace-nowrap">
                  <SavedNote intent="change_group" about={group.id} />
                  <TextLink
                    to={paths.editLabel(group.id, { tab: "groups" })}
                    aria-label={t("editOf", { name: group.name })}
                  >
                    {t("edit")}
                  </TextLink>
                </span>
              </Cell>
            </Row>
            {group.id === open ? (
              <OpenRow label={t("edit")} columns={2}>
                <GroupForm group={group} answer={answer} />
              </OpenRow>
            ) : null}
          </Fragment>
        )}
      </DataTable>
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
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ name: t("name") }} />
      <TextField field={form.fields.name} label={t("name")} maxLength={50} />
      <div className="flex items-center gap-3">
        <FormButton name="intent" value="make_group">
          {t("makeGroup")}
        </FormButton>
        <SavedNote intent="make_group" />
      </div>
    </Form>
  );
}

function GroupForm({ group, answer }: { group: GroupLine; answer: unknown }) {
  const { t } = useTranslation("label");
  const removalId = `remove-${group.id}`;
  const isSent = sentValue(answer, "groupId") === group.id;
  const form = useParleyForm(changeGroupForm, {
    id: `group-${group.id}`,
    version: group.version,
    refusal: isSent ? refusalOf(answer, "change_group") : undefined,
    defaultValue: { name: group.name },
  });
  return (
    <>
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary form={form} labels={{ name: t("name") }} />
        <NowValues
          result={form.refusal}
          values={[{ name: "name", label: t("name"), value: group.name, shown: group.name }]}
        />
        <input type="hidden" name="groupId" value={group.id} />
        <input type="hidden" name="version" value={group.version} />
        <TextField
          field={form.fields.name}
          label={t("name")}
          maxLength={50}
          hint={t("removeGroupHint")}
        />
        <div className="flex flex-wrap gap-2">
          <FormButton tone="plain" name="intent" value="change_group">
            {t("save")}
          </FormButton>
          <FormButton
            tone="danger"
            form={removalId}
            name="intent"
            value="remove_group"
            aria-label={t("removeGroupOf", { name: group.name })}
          >
            {t("removeGroup")}
          </FormButton>
          <LinkButton to={paths.settingLabel({ tab: "groups" })} tone="quiet" preventScrollReset>
            {t("close")}
          </LinkButton>
        </div>
      </Form>
      <Form method="post" id={removalId}>
        <input type="hidden" name="groupId" value={group.id} />
      </Form>
    </>
  );
}
