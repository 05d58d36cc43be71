import { changeTeamForm, teamForm } from "#app/core/domain/member/member.schema.ts";
import type { TeamRow } from "#app/core/domain/member/member-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { EditCell } from "#app/ui/features/forms/edit-cell.tsx";
import { EditForm } from "#app/ui/features/forms/edit-form.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import { teamOptions } from "./team-options.ts";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";

type Props = { teams: TeamRow[]; answer: unknown };

/** The teams, and one form at a time: to add one, or to rename, move or remove the one that is open. */
export function TeamsPanel({ teams, open, answer }: Props & { open: string | null }) {
  const { t } = useTranslation("member");
  const { t: setting } = useTranslation("setting");
  const emptied = useEmptyAfter("make_team", "make-team");
  const isOpen = teams.some(({ id }) => id === open);
  return (
    <>
      {isOpen ? null : (
        <Panel title={t("team.new")}>
          <NewTeam key={emptied} teams={teams} answer={answer} />
        </Panel>
      )}
      <OpenableTable
        caption={t("team.title")}
        columns={[t("column.name"), t("team.parent"), t("team.members"), null]}
        rows={teams}
        empty={<EmptyState title={t("team.emptyTitle")} why={t("team.empty")} />}
        opened={{
          id: open,
          label: setting("edit"),
          form: (team) => <TeamForm team={team} teams={teams} answer={answer} />,
        }}
      >
        {(team) => <TeamLine team={team} />}
      </OpenableTable>
    </>
  );
}

function TeamLine({ team }: { team: TeamRow }) {
  const { t } = useTranslation("member");
  const to = paths.editTeam(team.id);
  return (
    <Row>
      <NameCell>
        <TextLink to={to} tone="name">
          {team.name}
        </TextLink>
      </NameCell>
      <Cell>{team.parent ?? t("team.top")}</Cell>
      <Cell>{t("count", { count: team.members })}</Cell>
      <EditCell row={team} to={to} saved="change_team" />
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
  return (
    <NewForm
      form={form}
      labels={{ name: t("column.name"), parentId: t("team.parent") }}
      intent="make_team"
      submit={t("team.make")}
      made={({ at }) => t("team.made", { time: time(at) })}
    >
      <TeamFields fields={form.fields} parents={teams} />
    </NewForm>
  );
}

function TeamForm({ team, teams, answer }: Props & { team: TeamRow }) {
  const { t } = useTranslation("member");
  const form = useRowForm(changeTeamForm, {
    row: team,
    field: "teamId",
    intents: ["change_team", "remove_team"],
    answer,
    defaultValue: { name: team.name, parentId: team.parentId ?? "" },
  });
  return (
    <EditForm
      form={form}
      row={team}
      field="teamId"
      values={[
        { name: "name", label: t("column.name"), value: team.name, shown: team.name },
        {
          name: "parentId",
          label: t("team.parent"),
          value: team.parentId ?? "",
          shown: team.parent ?? t("team.top"),
        },
      ]}
      save={{ intent: "change_team", tone: "plain" }}
      other={{
        intent: "remove_team",
        tone: "danger",
        text: t("team.remove"),
        label: t("team.removeOf", { name: team.name }),
      }}
      closeTo={paths.settingMember({ tab: "teams" })}
    >
      <TeamFields fields={form.fields} parents={teams.filter(({ id }) => id !== team.id)} />
    </EditForm>
  );
}

type TeamFieldsProps = {
  fields: Record<"name" | "parentId", FormField>;
  /** The teams it can stand under. */
  parents: TeamRow[];
};

function TeamFields({ fields, parents }: TeamFieldsProps) {
  const { t } = useTranslation("member");
  return (
    <div className="grid gap-4 desk:grid-cols-2">
      <TextField field={fields.name} label={t("column.name")} maxLength={100} />
      <SelectField
        field={fields.parentId}
        label={t("team.parent")}
        options={teamOptions(parents, t("team.top"))}
      />
    </div>
  );
}
