import { Form } from "@remix-run/react";
import { linkForm } from "#app/core/domain/member/member.schema.ts";
import type { LinkRow, TeamRow } from "#app/core/domain/member/member-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import { teamOptions } from "./team-options.ts";

type Props = { links: LinkRow[]; teams: TeamRow[]; answer: unknown };
const DAYS = [1, 7, 14, 30];

/** Links many may come by, with who came. */
export function LinksPanel({ links, teams, answer }: Props) {
  const { t } = useTranslation("member");
  const emptied = useEmptyAfter("make_link", "make-link");
  return (
    <>
      <Panel title={t("link.new")}>
        <NewLink key={emptied} teams={teams} answer={answer} />
      </Panel>
      <LinkTable links={links} />
    </>
  );
}

function NewLink({ teams, answer }: Omit<Props, "links">) {
  const { t } = useTranslation("member");
  const { t: shell } = useTranslation("shell");
  const { time } = useFormat();
  const form = useParleyForm(linkForm, {
    id: "make-link",
    refusal: refusalOf(answer, "make_link"),
    defaultValue: { role: "rep", hours: "168", maxUses: "10" },
  });
  const { fields } = form;
  const labels = {
    role: t("column.role"),
    teamId: t("column.team"),
    hours: t("link.ends"),
    maxUses: t("link.maxUses"),
    domains: t("link.domains"),
  };
  return (
    <NewForm
      form={form}
      labels={labels}
      intent="make_link"
      submit={t("link.make")}
      made={({ at }) => t("link.created", { time: time(at) })}
    >
      <div className="grid gap-4 desk:grid-cols-3">
        <SelectField
          field={fields.role}
          label={labels.role}
          options={(["rep", "manager", "admin"] as const).map((value) => ({
            value,
            label: shell(`role.${value}`),
          }))}
        />
        <SelectField
          field={fields.teamId}
          label={labels.teamId}
          options={teamOptions(teams, t("noTeam"))}
        />
        <SelectField
          field={fields.hours}
          label={labels.hours}
          options={DAYS.map((days) => ({
            value: String(days * 24),
            label: t("link.days", { count: days }),
          }))}
        />
        <TextField
          field={fields.maxUses}
          label={labels.maxUses}
          inputMode="numeric"
          maxLength={3}
        />
        <TextField
          field={fields.domains}
          label={labels.domains}
          hint={t("link.domainsHint")}
          isOptional
        />
      </div>
    </NewForm>
  );
}

function LinkTable({ links }: { links: LinkRow[] }) {
  const { t } = useTranslation("member");
  const { t: shell } = useTranslation("shell");
  return (
    <DataTable
      caption={t("tab.links")}
      columns={[
        t("link.address"),
        t("column.role"),
        t("column.team"),
        t("link.used"),
        t("link.ends"),
        t("column.state"),
        null,
      ]}
      rows={links}
      empty={<EmptyState title={t("link.emptyTitle")} why={t("link.empty")} />}
    >
      {({ id, url, role, team, uses, maxUses, expiresAt, state, people }) => (
        <Row key={id}>
          <NameCell note={people.map(({ name }) => name).join(", ")}>
            <span className="font-mono text-xs wrap-anywhere">{url}</span>
            {state === "active" ? <CopyLink url={url} /> : null}
          </NameCell>
          <Cell>{shell(`role.${role}`)}</Cell>
          <Cell>{team}</Cell>
          <Cell kind="number" label={t("link.used")}>
            {t("link.of", { uses, max: maxUses })}
          </Cell>
          <Cell>
            <Moment iso={expiresAt} />
          </Cell>
          <Cell>
            <Tag tone={state === "active" ? "ok" : "warn"}>{t(`link.state.${state}`)}</Tag>
          </Cell>
          <Cell phone="line">
            {state === "revoked" ? null : (
              <Form method="post">
                <input type="hidden" name="linkId" value={id} />
                <FormButton tone="danger" size="small" name="intent" value="revoke_link">
                  {t("link.revoke")}
                </FormButton>
              </Form>
            )}
          </Cell>
        </Row>
      )}
    </DataTable>
  );
}
