import { Form } from "@remix-run/react";
import { SHARED_KINDS, type SharedKind } from "#app/core/domain/shared-kinds.ts";
import { sharingForm } from "#app/core/domain/workspace/sharing.schema.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

export type ShownSharing = {
  sharers: "everybody" | "managers" | "admins";
  needs: "nothing" | "password" | "email";
  maxDays: number;
  mayDownload: boolean;
  kinds: readonly SharedKind[];
  /** Codes can be sent. */
  canMail: boolean;
  embed: "off" | "listed" | "any";
  embedOrigins: string;
  blockedAt: string | null;
  version: number;
};

/** What links may show outside, whose they are, and the switch that ends all of them. */
export function SharingPanel({ sharing, answer }: { sharing: ShownSharing; answer: unknown }) {
  const { t } = useTranslation("share");
  const { t: setting } = useTranslation("setting");
  const { dateTime } = useFormat();
  const form = useParleyForm(sharingForm, {
    id: "sharing",
    version: sharing.version,
    refusal: refusalOf(answer, "sharing"),
    defaultValue: {
      ...{ sharers: sharing.sharers, needs: sharing.needs, maxDays: String(sharing.maxDays) },
      ...{ embed: sharing.embed, embedOrigins: sharing.embedOrigins },
      mayDownload: sharing.mayDownload ? "on" : "",
      isBlocked: sharing.blockedAt === null ? "" : "on",
    },
  });
  const { fields } = form;
  const labels = {
    sharers: t("rules.sharers"),
    needs: t("rules.needs"),
    maxDays: t("rules.maxDays"),
    kinds: t("rules.kinds"),
    embed: t("rules.embed"),
    embedOrigins: t("rules.embedOrigins"),
  };
  const { blockedAt } = sharing;
  return (
    <Panel title={t("rules.title")}>
      <p className="mb-4 max-w-prose text-sm">{t("rules.note")}</p>
      {blockedAt === null ? null : (
        <p role="status" className="mb-4 text-sm text-warn" suppressHydrationWarning>
          {t("rules.blockedSince", { when: dateTime(blockedAt) })}
        </p>
      )}
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="version" value={sharing.version} />
        <div className="grid gap-4 desk:grid-cols-2">
          <SelectField
            field={fields.sharers}
            label={labels.sharers}
            options={(["everybody", "managers", "admins"] as const).map((value) => ({
              value,
              label: t(`rules.by.${value}`),
            }))}
          />
          <SelectField
            field={fields.needs}
            label={labels.needs}
            hint={t(sharing.canMail ? "rules.needsHint" : "rules.mailOff")}
            options={(["nothing", "password", "email"] as const).map((value) => ({
              value,
              label: t(`rules.need.${value}`),
            }))}
          />
          <TextField
            field={fields.maxDays}
            label={labels.maxDays}
            hint={t("rules.maxDaysHint")}
            inputMode="numeric"
            maxLength={3}
            isMono
          />
          <SelectField
            field={fields.embed}
            label={labels.embed}
            options={(["off", "listed", "any"] as const).map((value) => ({
              value,
              label: t(`rules.embedIn.${value}`),
            }))}
          />
        </div>
        <TextareaField
          field={fields.embedOrigins}
          label={labels.embedOrigins}
          hint={t("rules.embedOriginsHint")}
          rows={3}
          isOptional
        />
        <Kinds legend={labels.kinds} name={fields.kinds.name} chosen={sharing.kinds} />
        <CheckboxField field={fields.mayDownload} label={t("rules.mayDownload")} />
        <CheckboxField
          field={fields.isBlocked}
          label={t("rules.isBlocked")}
          hint={t("rules.isBlockedHint")}
        />
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="sharing">
            {setting("save")}
          </FormButton>
          <SavedNote intent="sharing" />
        </div>
      </Form>
    </Panel>
  );
}

type KindsProps = { legend: string; name: string; chosen: readonly SharedKind[] };

/** What links may lead to: each on its own. */
function Kinds({ legend, name, chosen }: KindsProps) {
  const { t } = useTranslation("share");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {SHARED_KINDS.map((kind) => (
        <label key={kind} className="flex min-h-6 items-start gap-1.5 text-sm">
          <Checkbox name={name} value={kind} defaultChecked={chosen.includes(kind)} />
          <span className="pt-0.5">{t(`rules.kind.${kind}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
