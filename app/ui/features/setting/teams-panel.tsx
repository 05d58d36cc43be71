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

/** The tree of teams: one form to add, one for each to rename, move or remove. */
export function TeamsPanel({ teams, answer }: Props) {
  const { t } = useTranslation("member");
  return (
    <>
      <Panel title={t("team.new")}>
        <NewTeam teams={teams} answer={answer} />
      </Panel>
      {teams.map((team) => (
        <Panel key={team.id} title={team.name} aside={t("count", { count: team.members })}>
          <TeamForm team={team} teams={teams} answer={answer} />
        </Panel>
      ))}
    </>
  );
}

function NewTeam({ teams, answer }: Props) {
  const { t } = useTranslation("member");
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
      <div>
        <FormButton name="intent" value="make_team">
          {t("team.make")}
        </FormButton>
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
        </div>
      </Form>
      <Form method="post" id={removalId}>
        <input type="hidden" name="teamId" value={team.id} />
      </Form>
    </>
  );
}
