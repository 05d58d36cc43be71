import { inviteForm } from "#app/core/domain/member/member.schema.ts";
import type { MailWay, TeamRow } from "#app/core/domain/member/member-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { useEmptyAfter } from "#app/ui/components/form/saved.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import { teamOptions } from "./team-options.ts";

type Props = {
  teams: TeamRow[];
  canManage: boolean;
  /** Where invitations go: to their people, to a page of this machine, or nowhere. */
  mail: MailWay;
  answer: unknown;
};

/** An invitation by mail; managers invite reps into their teams. */
export function InvitePanel(props: Props) {
  return <InviteForm key={useEmptyAfter("invite", "invite")} {...props} />;
}

function InviteForm({ teams, canManage, mail, answer }: Props) {
  const { t } = useTranslation("member");
  const { t: shell } = useTranslation("shell");
  const { t: account } = useTranslation("account");
  const form = useParleyForm(inviteForm, {
    id: "invite",
    refusal: refusalOf(answer, "invite"),
    defaultValue: { role: "rep", teamId: canManage ? "" : (teams[0]?.id ?? "") },
  });
  const { fields } = form;
  const roles = canManage ? (["rep", "manager", "admin"] as const) : (["rep"] as const);
  return (
    <Panel title={t("invite.title")}>
      <NewForm
        form={form}
        labels={{ email: account("email"), role: t("column.role"), teamId: t("column.team") }}
        intent="invite"
        submit={t("invite.submit")}
        busyText={t("invite.sending")}
        made={({ facts: { email = "" } }) =>
          mail === "server" ? (
            t("invite.sent", { email })
          ) : (
            <>
              {t("invite.kept", { email })}{" "}
              {mail === "page" ? (
                <TextLink tone="sentence" to={paths.mail()} reloadDocument>
                  {t("invite.open")}
                </TextLink>
              ) : null}
            </>
          )
        }
      >
        <div className="grid gap-4 desk:grid-cols-3">
          <TextField
            field={fields.email}
            label={account("email")}
            type="email"
            autoComplete="off"
          />
          <SelectField
            field={fields.role}
            label={t("column.role")}
            options={roles.map((value) => ({ value, label: shell(`role.${value}`) }))}
          />
          <SelectField
            field={fields.teamId}
            label={t("column.team")}
            options={teamOptions(teams, t("noTeam"))}
          />
        </div>
      </NewForm>
    </Panel>
  );
}
