import { Form } from "@remix-run/react";
import { dealSettingsForm } from "#app/core/domain/deal/stage.schema.ts";
import type { DealSettings } from "#app/core/domain/deal/deal-list-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";

/** Who sees deals, and how far from a call a deal may be open to be found for it. */
export function DealSettingsPanel({
  settings,
  answer,
}: {
  settings: DealSettings;
  answer: unknown;
}) {
  const { t } = useTranslation("deal");
  const { t: setting } = useTranslation("setting");
  const days = {
    openedAfterDays: String(settings.openedAfterDays),
    closedBeforeDays: String(settings.closedBeforeDays),
    expiresDays: String(settings.expiresDays),
  };
  const form = useParleyForm(dealSettingsForm, {
    id: "deal-settings",
    version: settings.version,
    refusal: refusalOf(answer, "deal_settings"),
    defaultValue: { dealVisibility: settings.dealVisibility, ...days },
  });
  const labels = {
    dealVisibility: t("settings.visibility"),
    openedAfterDays: t("settings.openedAfter"),
    closedBeforeDays: t("settings.closedBefore"),
    expiresDays: t("settings.expires"),
  };
  return (
    <Panel title={t("settings.title")}>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <NowValues
          result={form.refusal}
          values={[
            {
              name: "dealVisibility",
              label: labels.dealVisibility,
              value: settings.dealVisibility,
              shown: t(`settings.seenBy.${settings.dealVisibility}`),
            },
            ...(["openedAfterDays", "closedBeforeDays", "expiresDays"] as const).map((name) => ({
              ...{ name, label: labels[name], value: days[name], shown: days[name] },
            })),
          ]}
        />
        <input type="hidden" name="version" value={settings.version} />
        <div className="max-w-md">
          <SelectField
            field={form.fields.dealVisibility}
            label={labels.dealVisibility}
            options={(["private", "team", "workspace"] as const).map((value) => ({
              value,
              label: t(`settings.seenBy.${value}`),
            }))}
          />
        </div>
        <p className="max-w-prose text-sm text-ink-muted">{t("settings.days")}</p>
        <div className="grid max-w-md gap-4 sm:grid-cols-2">
          <Days field={form.fields.closedBeforeDays} label={labels.closedBeforeDays} />
          <Days field={form.fields.openedAfterDays} label={labels.openedAfterDays} />
        </div>
        <p className="max-w-prose text-sm text-ink-muted">{t("settings.expiresNote")}</p>
        <div className="max-w-48">
          <Days field={form.fields.expiresDays} label={labels.expiresDays} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton name="intent" value="deal_settings">
            {setting("save")}
          </FormButton>
          <SavedNote intent="deal_settings" />
        </div>
      </Form>
    </Panel>
  );
}

const Days = (of: { field: FormField; label: string }) => (
  <TextField {...of} inputMode="numeric" maxLength={2} />
);
