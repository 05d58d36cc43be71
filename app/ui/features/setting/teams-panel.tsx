import { Fragment } from "react";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { SavedNote, useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Cell, DataTable, NameCell, OpenRow, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { Form } from "@remix-run/react";
import { changeTeamForm, teamForm } from "#app/core/domain/member/member.schema.ts";
import type { TeamRow } from "#app/core/domain/member/member-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { NowValues } from "./now-values.tsx";
import { teamOptions } from "./team-options.ts";

type Props = { teams: TeamRow[]; answer: unknown };

/** The teams, and one form at a time: to add one, or to rename, move or remove the one that is open. */
export function TeamsPanel({ teams, open, answer }: Props & { open: string | null }) {
  const { t } = useTranslation("member");
  const columns = [t("column.name"), t("team.parent"), t("team.members"), null];
  const emptied = useEmptyAfter("make_team", "make-team");
  const isOpen = teams.some(({ id }) => id === open);
  return (
    <>
      {isOpen ? null : (
        <Panel title={t("team.new")}>
          <NewTeam key={emptied} teams={teams} answer={answer} />
        </Panel>
      )}
      <DataTable
        caption={t("team.title")}
        columns={columns}
        rows={teams}
        empty={<EmptyState title={t("team.emptyTitle")} why={t("team.empty")} />}
      >
        {(team) => (
          <Fragment key={team.id}>
            <TeamLine team={team} />
            {team.id === open ? (
              <OpenRow label={t("edit")} columns={columns.length}>
                <TeamForm team={team} teams={teams} answer={answer} />
              </OpenRow>
            ) : null}
          </Fragment>
        )}
      </DataTable>
    </>
  );
}

function TeamLine({ team: { id, name, parent, members } }: { team: TeamRow }) {
  const { t } = useTranslation("member");
  const to = paths.editTeam(id);
  return (
    <Row>
      <NameCell>
        <TextLink to={to} tone="name">
          {name}
        </TextLink>
      </NameCell>
      <Cell>{parent ?? t("team.top")}</Cell>
      <Cell>{t("count", { count: members })}</Cell>
      <Cell phone="line">
        <span className="flex items-center justify-end gap-3 whitespace-nowrap">
          <SavedNote intent="change_team" about={id} />
          <TextLink to={to} aria-label={t("editOf", { name })}>
            {t("edit")}
          </TextLink>
        </span>
      </Cell>
    </Row>
  );
}

function NewTeam({ teams, answer }: Props) {
  const { t } = useTranslation("member");
  const { time } = useFormat();
  const form = useParleyForm(teamForm, {
    id: "make-team",
    refusal: refusalOf(answer, "make_team"),
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={{ name: t("column.name"), parentId: t("team.parent") }} />
      <div className="grid gap-4 desk:grid-cols-2">
        <TextField field={fields.name} label={t("column.name")} maxLength={100} />
        <SelectField
          field={fields.parentId}
          label={t("team.parent")}
          options={teamOptions(teams, t("team.top"))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <FormButton name="intent" value="make_team">
          {t("team.make")}
        </FormButton>
        <SavedNote intent="make_team">{({ at }) => t("team.made", { time: time(at) })}</SavedNote>
      </div>
    </Form>
  );
}

function TeamForm({ team, teams, answer }: Props & { team: TeamRow }) {
  const { t } = useTranslation("member");
  const sent = sentValue(answer, "teamId") === team.id;
  const removalId = `remove-${team.id}`;
  const form = useParleyForm(changeTeamForm, {
    id: `team-${team.id}`,
    version: team.version,
    refusal: sent ? refusalOf(answer, "change_team", "remove_team") : undefined,
    defaultValue: { name: team.name, parentId: team.parentId ?? "" },
  });
  const { fields } = form;
  return (
    <>
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary form={form} labels={{ name: t("column.name"), parentId: t("team.parent") }} />
        <NowValues
          result={form.refusal}
          values={[
            { name: "name", label: t("column.name"), value: team.name, shown: team.name },
            {
              name: "parentId",
              label: t("team.parent"),
              value: team.parentId ?? "",
              shown: team.parent ?? t("team.top"),
            },
          ]}
        />
        <input type="hidden" name="teamId" value={team.id} />
        <input type="hidden" name="version" value={team.version} />
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField field={fields.name} label={t("column.name")} maxLength={100} />
          <SelectField
            field={fields.parentId}
            label={t("team.parent")}
            options={teamOptions(
              teams.filter(({ id }) => id !== team.id),
              t("team.top"),
            )}
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <FormButton tone="plain" name="intent" value="change_team">
            {t("save")}
          </FormButton>
          <FormButton
            tone="danger"
            form={removalId}
            name="intent"
            value="remove_team"
            aria-label={t("team.removeOf", { name: team.name })}
          >
            {t("team.remove")}
          </FormButton>
          <LinkButton to={paths.settingMember({ tab: "teams" })} tone="quiet" preventScrollReset>
            {t("close")}
          </LinkButton>
        </div>
      </Form>
      <Form method="post" id={removalId}>
        <input type="hidden" name="teamId" value={team.id} />
      </Form>
    </>
  );
}
