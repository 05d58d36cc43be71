import { Form } from "@remix-run/react";
import { FACTOR_ROLES, policyForm } from "#app/core/domain/workspace/workspace.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

type FactorFor = keyof typeof FACTOR_ROLES;
export type ShownPolicy = {
  factorFor: FactorFor;
  ssoDomains: string[];
  breakGlassId: string | null;
  candidates: { memberId: string; name: string }[];
  hasIdentityProvider: boolean;
  version: number;
};

/** How people of the workspace sign in. */
export function PolicyPanel({ policy, answer }: { policy: ShownPolicy; answer: unknown }) {
  const { t } = useTranslation("setting");
  const form = useParleyForm(policyForm, {
    id: "policy",
    version: policy.version,
    refusal: refusalOf(answer, "sign_in_policy"),
    defaultValue: {
      factorFor: policy.factorFor,
      ssoDomains: policy.ssoDomains.join(", "),
      breakGlassId: policy.breakGlassId ?? "",
    },
  });
  const { fields } = form;
  const labels = {
    factorFor: t("policy.factorFor"),
    ssoDomains: t("policy.ssoDomains"),
    breakGlassId: t("policy.breakGlass"),
  };
  const hasDomains = policy.hasIdentityProvider || policy.ssoDomains.length > 0;
  return (
    <Panel title={t("policy.title")}>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="version" value={policy.version} />
        <div className="grid gap-4 desk:grid-cols-2">
          <SelectField
            field={fields.factorFor}
            label={labels.factorFor}
            options={(["nobody", "admins", "managers", "everybody"] as const).map((value) => ({
              value,
              label: t(`factorFor.${value}`),
            }))}
          />
          {hasDomains ? (
            <>
              <TextField
                field={fields.ssoDomains}
                label={labels.ssoDomains}
                hint={t("workspace.domainsHint")}
                isOptional
                maxLength={2_000}
              />
              <SelectField
                field={fields.breakGlassId}
                label={labels.breakGlassId}
                hint={t("policy.breakGlassHint")}
                isOptional
                options={[
                  { value: "", label: t("policy.none") },
                  ...policy.candidates.map(({ memberId, name }) => ({
                    value: memberId,
                    label: name,
                  })),
                ]}
              />
            </>
          ) : null}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="sign_in_policy">
            {t("save")}
          </FormButton>
          <SavedNote intent="sign_in_policy" />
        </div>
      </Form>
    </Panel>
  );
}
