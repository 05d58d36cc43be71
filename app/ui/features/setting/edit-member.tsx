import { Form } from "@remix-run/react";
import { Eye } from "lucide-react";
import { useState } from "react";
import { changeMemberForm, deactivateForm } from "#app/core/domain/member/member.schema.ts";
import type { Choice, MemberRow, TeamRow } from "#app/core/domain/member/member-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";
import { teamOptions } from "./team-options.ts";

type Props = {
  member: MemberRow;
  teams: TeamRow[];
  successors: Choice[];
  /** How many links of theirs end when they are deactivated. */
  endedLinks: number;
  /** Whether the reader may look with this colleague's eyes. */
  canView: boolean;
  answer: unknown;
};

/** Role, team and scope of one colleague, and the way out with what they leave behind. */
export function EditMember({ member, teams, successors, endedLinks, canView, answer }: Props) {
  const { t } = useTranslation("member");
  const { t: setting } = useTranslation("setting");
  return (
    <Panel title={member.name} aside={member.email}>
      <div className="grid gap-6 desk:grid-cols-2">
        {member.state === "deactivated" ? null : (
          <ChangeForm member={member} teams={teams} answer={answer} />
        )}
        {member.state === "active" ? (
          <LeaveForm {...{ member, successors, endedLinks, answer }} />
        ) : null}
        {member.state === "deactivated" ? (
          <Form method="post">
            <input type="hidden" name="memberId" value={member.id} />
            <FormButton tone="plain" name="intent" value="reactivate">
              {t("reactivate")}
            </FormButton>
          </Form>
        ) : null}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        {canView ? (
          <Form method="post">
            <input type="hidden" name="memberId" value={member.id} />
            <FormButton tone="plain" icon={Eye} name="intent" value="view_as">
              {t("viewAs")}
            </FormButton>
          </Form>
        ) : null}
        <LinkButton to={paths.settingMember()} tone="quiet" preventScrollReset>
          {setting("close")}
        </LinkButton>
      </div>
    </Panel>
  );
}

function ChangeForm({ member, teams, answer }: Pick<Props, "member" | "teams" | "answer">) {
  const { t } = useTranslation("member");
  const { t: setting } = useTranslation("setting");
  const { t: shell } = useTranslation("shell");
  const form = useParleyForm(changeMemberForm, {
    id: `change-${member.id}`,
    version: member.version,
    refusal: refusalOf(answer, "change"),
    defaultValue: {
      role: member.role,
      teamId: member.teamId ?? "",
      scope: member.scope,
    },
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid content-start gap-4">
      <ErrorSummary
        form={form}
        labels={{
          role: t("column.role"),
          teamId: t("column.team"),
          scope: t("column.scope"),
          scopeTeamIds: t("scopeTeams"),
        }}
      />
      <input type="hidden" name="memberId" value={member.id} />
      <NowValues
        result={form.refusal}
        values={[
          {
            name: "role",
            label: t("column.role"),
            value: member.role,
            shown: shell(`role.${member.role}`),
          },
          {
            name: "teamId",
            label: t("column.team"),
            value: member.teamId ?? "",
            shown: member.team ?? "",
          },
          {
            name: "scope",
            label: t("column.scope"),
            value: member.scope,
            shown: t(`scope.${member.scope}`),
          },
        ]}
      />
      <input type="hidden" name="version" value={member.version} />
      <SelectField
        field={fields.role}
        label={t("column.role")}
        hint={t("roleHint")}
        options={(["rep", "manager", "admin"] as const).map((value) => ({
          value,
          label: shell(`role.${value}`),
        }))}
      />
      <SelectField
        field={fields.teamId}
        label={t("column.team")}
        options={teamOptions(teams, t("noTeam"))}
      />
      <SelectField
        field={fields.scope}
        label={t("column.scope")}
        hint={t("scopeHint")}
        options={(["own_teams", "listed", "workspace"] as const).map((value) => ({
          value,
          label: t(`scope.${value}`),
        }))}
      />
      {teams.length === 0 ? null : (
        <fieldset className="grid gap-1 text-sm">
          <legend className="mb-1 font-medium">{t("scopeTeams")}</legend>
          {teams.map(({ id, name }) => (
            <label key={id} className="flex min-h-6 items-center gap-1.5">
              <Checkbox
                name="scopeTeamIds"
                value={id}
                defaultChecked={member.scopeTeamIds.includes(id)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <FormButton name="intent" value="change">
          {setting("save")}
        </FormButton>
      </div>
    </Form>
  );
}

function LeaveForm({ member, successors, endedLinks, answer }: Omit<Props, "teams" | "canView">) {
  const { t } = useTranslation("member");
  const { t: common } = useTranslation("common");
  const form = useParleyForm(deactivateForm, {
    id: `leave-${member.id}`,
    refusal: refusalOf(answer, "deactivate"),
  });
  const { fields } = form;
  const hasScript = useHydrated();
  // A refusal answers the question: what it says stands in the form below.
  const [asked, setAsked] = useState<{ after: typeof form.refusal } | null>(null);
  const isAsked = asked !== null && asked.after === form.refusal;
  const effect = t("leave.effect", { name: member.name });
  const links =
    endedLinks === 0 ? null : t("leave.links", { count: endedLinks, name: member.name });
  return (
    <Form method="post" {...form.props} className="grid content-start gap-4">
      <ErrorSummary form={form} labels={{ heirId: t("heir") }} />
      <input type="hidden" name="memberId" value={member.id} />
      <p className="text-sm">
        {effect} {t("leave.calls")} {links}
      </p>
      <SelectField
        field={fields.heirId}
        label={t("heir")}
        options={teamOptions(
          successors.filter(({ id }) => id !== member.id),
          t("chooseHeir"),
        )}
      />
      <div>
        {hasScript ? (
          <Dialog
            title={t("leave.title", { name: member.name })}
            effect={effect}
            trigger={<Button tone="danger">{t("deactivate")}</Button>}
            open={isAsked}
            onOpenChange={(isOpen) => setAsked(isOpen ? { after: form.refusal } : null)}
            actions={
              <>
                <DialogClose>
                  <Button tone="quiet">{common("cancel")}</Button>
                </DialogClose>
                <FormButton tone="danger" form={form.props.id} name="intent" value="deactivate">
                  {t("deactivate")}
                </FormButton>
              </>
            }
          >
            {links === null ? undefined : <p className="text-sm">{links}</p>}
          </Dialog>
        ) : (
          <FormButton tone="danger" name="intent" value="deactivate">
            {t("deactivate")}
          </FormButton>
        )}
      </div>
    </Form>
  );
}
