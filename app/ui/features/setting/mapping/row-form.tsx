import { Form } from "@remix-run/react";
import { useState } from "react";
import { rowFieldsForm } from "#app/core/domain/mapping/mapping-forms.schema.ts";
import { REVIEWS } from "#app/core/domain/mapping/mapping-types.ts";
import { rulesFor } from "#app/core/domain/mapping/rules-for.ts";
import type { FieldChoice, MappingPageView, OpenRow } from "#app/core/pages/mapping-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";
import { FieldPicker } from "./field-picker.tsx";
import { OfRow, RemoveRow } from "./row-trouble.tsx";
import { TranslationFields } from "./translation-fields.tsx";

type Props = { open: OpenRow; crm: MappingPageView["crm"]; answer: unknown };

const ANY_FIELD = { name: "", type: "other" } as const;

/** A row's field, rule, review and translation; what a kind of field needs appears with the field. */
export function RowForm({ open, crm, answer }: Props) {
  const { t } = useTranslation("mapping");
  const { time } = useFormat();
  const { row, source, object, fields: choices, sample } = open;
  const texts = textsOf(open);
  const intent = row === null ? "add_row" : "change_row";
  const isMine = row === null || sentValue(answer, "rowId") === row.id;
  const form = useParleyForm(rowFieldsForm, {
    id: row === null ? "add-row" : `row-${row.id}`,
    ...(row !== null && { version: row.version }),
    refusal: isMine ? refusalOf(answer, intent) : undefined,
    defaultValue: texts,
  });
  const { fields } = form;
  const first = sentOr(fields.field.initialValue, texts.field);
  const [name, setName] = useState(first);
  const field = choices?.find((one) => one.name === name) ?? null;
  const labels = {
    field: t("field"),
    rule: t("column.write"),
    review: t("column.review"),
    translation: t("translation"),
    noMatch: t("noMatch"),
    noMatchValue: t("noMatchValue"),
    currency: t("currency"),
  };
  if (choices === null)
    return (
      <p className="text-sm text-ink-muted">{t("noFields", { object: t(`object.${object}`) })}</p>
    );
  return (
    <div className="grid gap-3">
      <Form method="post" {...form.props} className="grid gap-4" preventScrollReset>
        <ErrorSummary form={form} labels={labels} />
        {row === null ? (
          <>
            <input type="hidden" name="section" value={source.key} />
            <input type="hidden" name="object" value={object} />
          </>
        ) : (
          <>
            <NowValues
              result={form.refusal}
              values={[
                { name: "field", label: labels.field, value: texts.field, shown: row.fieldLabel },
                {
                  name: "rule",
                  label: labels.rule,
                  value: texts.rule,
                  shown: t(`rule.${row.rule}`),
                },
                {
                  name: "review",
                  label: labels.review,
                  value: texts.review,
                  shown: t(`review.${row.review}`),
                },
              ]}
            />
            <OfRow row={row} />
          </>
        )}
        <FieldPicker
          field={fields.field}
          {...{ choices, sample, source, chosen: name, onChoose: setName }}
        />
        <div className="grid max-w-3xl gap-4 desk:grid-cols-2">
          <RuleField
            key={field?.name}
            {...{ object, field, of: fields.rule, label: labels.rule }}
          />
          <SelectField
            field={fields.review}
            label={labels.review}
            options={REVIEWS.map((one) => ({ value: one, label: t(`review.${one}`) }))}
          />
          {source.type === "money" ? (
            <TextField
              field={fields.currency}
              label={labels.currency}
              hint={t("currencyHint")}
              maxLength={3}
              isOptional
              isMono
            />
          ) : null}
        </div>
        {field !== null && isChoice(field) && source.options.length > 0 ? (
          <TranslationFields
            key={field.name}
            {...{ source, field, crm, row, of: fields, labels }}
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          <FormButton name="intent" value={intent}>
            {t(row === null ? "add" : "save")}
          </FormButton>
          <SavedNote intent={intent}>{({ at }) => t("saved", { time: time(at) })}</SavedNote>
        </div>
      </Form>
      {row === null ? null : <RemoveRow row={row} size="control" />}
    </div>
  );
}

const isChoice = ({ type }: FieldChoice): boolean =>
  type === "picklist" || type === "multipicklist";

const sentOr = (sent: unknown, otherwise: string): string =>
  typeof sent === "string" ? sent : otherwise;

/** The texts the form of a row begins with. */
function textsOf({ row, object }: OpenRow) {
  const noMatch = row?.options.noMatch;
  return {
    field: row?.field ?? "",
    rule: row?.rule ?? rulesFor(object, ANY_FIELD)[0] ?? "never",
    review: row?.review ?? "owner",
    noMatch: noMatch?.kind ?? "leave_empty",
    noMatchValue: noMatch?.kind === "other" ? noMatch.value : "",
    currency: row?.options.currency ?? "",
  };
}

type RuleProps = {
  object: OpenRow["object"];
  field: FieldChoice | null;
  of: Parameters<typeof SelectField>[0]["field"];
  label: string;
};

/** Only rules that make sense for the field. */
function RuleField({ object, field, of, label }: RuleProps) {
  const { t } = useTranslation("mapping");
  return (
    <SelectField
      field={of}
      label={label}
      options={rulesFor(object, field ?? ANY_FIELD).map((rule) => ({
        value: rule,
        label: t(`rule.${rule}`),
      }))}
    />
  );
}
