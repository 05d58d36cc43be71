import { Form } from "@remix-run/react";
import { useState } from "react";
import { OUTPUT_TYPES } from "#app/core/domain/summary/output.ts";
import { builtInTitle } from "#app/core/domain/template/built-in.ts";
import type { Section } from "#app/core/domain/template/template.schema.ts";
import { sectionForm, textsOf } from "#app/core/domain/template/template-forms.schema.ts";
import { useFormat, useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import {
  controlAttributes,
  FieldFrame,
  type FormField,
  startText,
} from "#app/ui/components/form/field-frame.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { TextareaField } from "#app/ui/components/form/textarea-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { NowValues } from "#app/ui/features/forms/now-values.tsx";
import { Unsaved } from "./unsaved.tsx";

type Props = { section: Section; stamp: number; answer: unknown };

/** One section as it is written; what its kind of answer needs appears with the kind. */
export function SectionForm({ section, stamp, answer }: Props) {
  const { t } = useTranslation("template");
  const language = useLanguage();
  const { time } = useFormat();
  const texts = textsOf(section);
  const form = useParleyForm(sectionForm, {
    id: `section-${section.key}`,
    version: stamp,
    refusal:
      sentValue(answer, "was") === section.key ? refusalOf(answer, "change_section") : undefined,
    defaultValue: texts,
  });
  const { fields } = form;
  const [type, setType] = useState(startText(fields.type));
  const removeId = `remove-${section.key}`;
  const labels = useLabels();
  return (
    <Panel title={section.title}>
      <Unsaved intent="change_section" isRefused={form.refusal !== undefined}>
        <Form method="post" {...form.props} className="grid gap-4">
          <ErrorSummary form={form} labels={labels} />
          <NowValues
            result={form.refusal}
            values={SHOWN.map((name) => ({
              name,
              label: labels[name],
              value: texts[name],
              shown: name === "type" ? t(`type.${section.type}`) : texts[name],
            }))}
          />
          <input type="hidden" name="was" value={section.key} />
          <input type="hidden" name="version" value={stamp} />
          <div className="grid gap-4 desk:grid-cols-2">
            <TextField field={fields.title} label={labels.title} maxLength={80} />
            <TextField
              field={fields.key}
              label={labels.key}
              maxLength={40}
              isMono
              hint={t("field.keyHint")}
            />
            <FieldFrame field={fields.type} label={labels.type}>
              <Select
                {...controlAttributes(fields.type, undefined)}
                defaultValue={startText(fields.type)}
                onChange={({ currentTarget }) => setType(currentTarget.value)}
                options={OUTPUT_TYPES.map((one) => ({ value: one, label: t(`type.${one}`) }))}
              />
            </FieldFrame>
            <TypeFields type={type} fields={fields} />
          </div>
          <TextareaField
            field={fields.instruction}
            label={labels.instruction}
            maxLength={2_000}
            hint={t("field.instructionHint")}
            isOptional
          />
          <TextareaField
            field={fields.words}
            label={labels.words}
            rows={2}
            hint={t("field.wordsHint")}
            isOptional
          />
          {section.builtIn === undefined ? null : (
            <>
              <input type="hidden" name="builtIn" value={section.builtIn.key} />
              <CheckboxField
                field={fields.usesBuiltIn}
                label={t("field.usesBuiltIn", {
                  name: builtInTitle(section.builtIn.key, language),
                })}
              />
            </>
          )}
          <div className="grid gap-1">
            <CheckboxField field={fields.required} label={labels.required} />
            <p className="text-xs text-ink-muted">{t("quoteRule")}</p>
          </div>
          <div className="grid gap-4 desk:grid-cols-2">
            <TextField
              field={fields.ifNotDiscussed}
              label={labels.ifNotDiscussed}
              maxLength={200}
              hint={t("field.ifNotDiscussedHint")}
              isOptional
            />
            <TextField field={fields.example} label={labels.example} maxLength={500} isOptional />
            <TextField
              field={fields.maxLength}
              label={labels.maxLength}
              inputMode="numeric"
              isOptional
            />
          </div>
          <div className="flex flex-wrap items-center gap-3">
            <FormButton name="intent" value="change_section">
              {t("saveSection")}
            </FormButton>
            <FormButton
              tone="danger"
              form={removeId}
              name="intent"
              value="remove_section"
              aria-label={t("removeSectionOf", { name: section.title })}
            >
              {t("removeSection")}
            </FormButton>
            <SavedNote intent="change_section">
              {({ at }) => t("saved", { time: time(at) })}
            </SavedNote>
          </div>
        </Form>
      </Unsaved>
      <Form method="post" id={removeId}>
        <input type="hidden" name="key" value={section.key} />
      </Form>
    </Panel>
  );
}

/** What a refused form is held against. */
const SHOWN = [
  "title",
  "key",
  "type",
  "options",
  "unit",
  "currency",
  "columns",
  "instruction",
  "words",
  "ifNotDiscussed",
  "example",
  "maxLength",
] as const;

function useLabels() {
  const { t } = useTranslation("template");
  return {
    title: t("field.title"),
    key: t("field.key"),
    type: t("answer"),
    options: t("field.options"),
    unit: t("field.unit"),
    currency: t("field.currency"),
    columns: t("field.columns"),
    instruction: t("field.instruction"),
    words: t("field.words"),
    required: t("field.required"),
    ifNotDiscussed: t("field.ifNotDiscussed"),
    example: t("field.example"),
    maxLength: t("field.maxLength"),
  };
}

type TypeProps = {
  type: string;
  fields: Record<"options" | "unit" | "currency" | "columns", FormField>;
};

function TypeFields({ type, fields }: TypeProps) {
  const labels = useLabels();
  const { t } = useTranslation("template");
  switch (type) {
    case "enum":
    case "multi_enum":
      return (
        <TextareaField
          field={fields.options}
          label={labels.options}
          hint={t("field.optionsHint")}
        />
      );
    case "number":
      return (
        <TextField
          field={fields.unit}
          label={labels.unit}
          maxLength={40}
          hint={t("field.unitHint")}
          isOptional
        />
      );
    case "money":
      return (
        <TextField
          field={fields.currency}
          label={labels.currency}
          maxLength={3}
          hint={t("field.currencyHint")}
          isOptional
        />
      );
    case "table":
      return (
        <TextareaField
          field={fields.columns}
          label={labels.columns}
          hint={t("field.columnsHint")}
        />
      );
    default:
      return null;
  }
}
