import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { inviteForm } from "#app/core/domain/member/member.schema.ts";
import type { TeamRow } from "#app/core/domain/member/member-views.ts";
import { formCode } from "#app/core/domain/form-code.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { resultFor } from "./result-for.ts";
import { teamOptions } from "./team-options.ts";

type Props = { teams: TeamRow[]; canManage: boolean; answer: unknown };

/** An invitation by mail; managers invite reps into their teams. */
export function InvitePanel({ teams, canManage, answer }: Props) {
  const { t } = useTranslation("member");
  const { t: shell } = useTranslation("shell");
  const { t: account } = useTranslation("account");
  const result = resultFor(answer, "invite");
  const [form, fields] = useForm({
    id: "invite",
    lastResult: result,
    defaultValue: { role: "rep", teamId: canManage ? "" : (teams[0]?.id ?? "") },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: inviteForm, error: formCode }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  const roles = canManage ? (["rep", "manager", "admin"] as const) : (["rep"] as const);
  return (
    <Panel title={t("invite.title")}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <ErrorSummary
          formErrors={form.errors}
          fields={[
            { field: fields.email, label: account("email") },
            { field: fields.role, label: t("column.role") },
            { field: fields.teamId, label: t("column.team") },
          ]}
          lastResult={result}
        />
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
        <div>
          <FormButton name="intent" value="invite" busyText={t("invite.sending")}>
            {t("invite.submit")}
          </FormButton>
        </div>
      </Form>
    </Panel>
  );
}
