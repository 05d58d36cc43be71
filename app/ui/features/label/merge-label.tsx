import { Form } from "@remix-run/react";
import { mergeForm } from "#app/core/domain/label/label.schema.ts";
import type { LabelLine } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";

type Props = { label: LabelLine; all: readonly LabelLine[]; answer: unknown };

/** Puts this label into another one; there is nothing to show where no other can take its calls. */
export function MergeForm({ label, all, answer }: Props) {
  const { t } = useTranslation("label");
  const targets = all.filter(
    ({ id, isArchived, canChange, team }) =>
      id !== label.id && !isArchived && canChange && (team === null || team.id === label.team?.id),
  );
  const form = useRowForm(mergeForm, {
    row: { id: label.id },
    field: "labelId",
    intents: ["merge_label"],
    answer,
  });
  if (targets.length === 0) return null;
  return (
    <Form method="post" {...form.props} className="grid gap-3 border-t border-line pt-4">
      <ErrorSummary form={form} labels={{ intoId: t("mergeInto") }} />
      <input type="hidden" name="labelId" value={label.id} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-52">
          <SelectField
            field={form.fields.intoId}
            label={t("mergeInto")}
            options={targets.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        <FormButton
          tone="plain"
          name="intent"
          value="merge_label"
          aria-label={t("mergeOf", { name: label.name })}
        >
          {t("merge")}
        </FormButton>
      </div>
      <p className="text-xs text-ink-muted">{t("mergeHint")}</p>
    </Form>
  );
}
