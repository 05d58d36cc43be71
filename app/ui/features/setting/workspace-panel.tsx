import { Form } from "@remix-run/react";
import { workspaceForm } from "#app/core/domain/workspace/workspace.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";

export type ShownWorkspace = {
  name: string;
  timeZone: string;
  defaultVisibility: "private" | "team" | "workspace";
  signUpMode: "closed" | "domains";
  signUpDomains: string[];
  version: number;
};
type Props = {
  workspace: ShownWorkspace;
  zones: { value: string; label: string }[];
  answer: unknown;
};

/** What admins set for everybody. */
export function WorkspacePanel({ workspace, zones, answer }: Props) {
  const { t } = useTranslation("setting");
  const form = useParleyForm(workspaceForm, {
    id: "workspace",
    version: workspace.version,
    refusal: refusalOf(answer, "workspace"),
    defaultValue: {
      name: workspace.name,
      timeZone: workspace.timeZone,
      defaultVisibility: workspace.defaultVisibility,
      signUpMode: workspace.signUpMode,
      signUpDomains: workspace.signUpDomains.join(", "),
    },
  });
  const { fields } = form;
  const labels = {
    name: t("workspace.name"),
    timeZone: t("me.zone"),
    defaultVisibility: t("workspace.visibility"),
    signUpMode: t("workspace.signUp"),
    signUpDomains: t("workspace.domains"),
  };
  const plain = (name: keyof typeof labels, value: string) => ({
    name,
    label: labels[name],
    value,
    shown: value,
  });
  return (
    <Panel title={t("workspace.title")}>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <NowValues
          result={form.refusal}
          values={[
            plain("name", workspace.name),
            plain("timeZone", workspace.timeZone),
            {
              ...plain("defaultVisibility", workspace.defaultVisibility),
              shown: t(`visibility.${workspace.defaultVisibility}`),
            },
            {
              ...plain("signUpMode", workspace.signUpMode),
              shown: t(`signUpMode.${workspace.signUpMode}`),
            },
            plain("signUpDomains", workspace.signUpDomains.join(", ")),
          ]}
        />
        <input type="hidden" name="version" value={workspace.version} />
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField field={fields.name} label={labels.name} maxLength={100} />
          <SelectField field={fields.timeZone} label={labels.timeZone} options={zones} />
          <SelectField
            field={fields.defaultVisibility}
            label={labels.defaultVisibility}
            options={(["team", "workspace", "private"] as const).map((value) => ({
              value,
              label: t(`visibility.${value}`),
            }))}
          />
          <SelectField
            field={fields.signUpMode}
            label={labels.signUpMode}
            options={(["closed", "domains"] as const).map((value) => ({
              value,
              label: t(`signUpMode.${value}`),
            }))}
          />
          <TextField
            field={fields.signUpDomains}
            label={labels.signUpDomains}
            hint={t("workspace.domainsHint")}
            isOptional
            maxLength={2_000}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton name="intent" value="workspace">
            {t("save")}
          </FormButton>
          <SavedNote intent="workspace" />
        </div>
      </Form>
    </Panel>
  );
}
