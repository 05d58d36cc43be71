import { Form } from "@remix-run/react";
import { changeLabelForm } from "#app/core/domain/label/label.schema.ts";
import type { LabelLine } from "#app/core/domain/label/label-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { NowValues } from "./now-values.tsx";
import { ColourField } from "./colour-field.tsx";
import type { LabelPageProps } from "./label-page.tsx";
import { MergeForm } from "./merge-label.tsx";
import { groupOptions } from "./group-options.ts";
import { RulePreviewPanel } from "./rule-preview.tsx";

type Props = LabelPageProps & { label: LabelLine; all: LabelLine[] };

/** The form of one label: what it is called, how it looks, its rule with what that would find, and how it goes. */
export function EditLabel(props: Props) {
  const { label, all, groups, tab, typedRule, preview, answer } = props;
  const { t } = useTranslation("label");
  const isSent = sentValue(answer, "labelId") === label.id;
  const form = useParleyForm(changeLabelForm, {
    id: `label-${label.id}`,
    version: label.version,
    refusal: isSent ? refusalOf(answer, "change_label") : undefined,
    defaultValue: {
      name: label.name,
      groupId: label.groupId ?? "",
      colour: label.colour,
      rule: typedRule ?? label.rule ?? "",
    },
  });
  const { fields } = form;
  const archiveId = `archive-${label.id}`;
  const intent = label.isArchived ? "restore_label" : "archive_label";
  const groupName = groups.find(({ id }) => id === label.groupId)?.name ?? t("noGroup");
  const rule = { name: "rule", label: t("rule"), value: label.rule ?? "", shown: label.rule ?? "" };
  return (
    <div className="grid gap-5">
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary
          form={form}
          labels={{
            name: t("name"),
            groupId: t("group"),
            colour: t("colourOf"),
            rule: t("rule"),
          }}
        />
        <NowValues
          result={form.refusal}
          values={[
            { name: "name", label: t("name"), value: label.name, shown: label.name },
            { name: "groupId", label: t("group"), value: label.groupId ?? "", shown: groupName },
            rule,
          ]}
        />
        <input type="hidden" name="labelId" value={label.id} />
        <input type="hidden" name="version" value={label.version} />
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField field={fields.name} label={t("name")} maxLength={50} />
          <SelectField
            field={fields.groupId}
            label={t("group")}
            options={groupOptions(groups, t("noGroup"))}
          />
        </div>
        <ColourField field={fields.colour} />
        <TextField
          field={fields.rule}
          label={t("rule")}
          isOptional
          maxLength={400}
          hint={t("ruleHint")}
        />
        {preview === null ? null : <RulePreviewPanel preview={preview} />}
        <div className="flex flex-wrap items-center gap-2">
          <FormButton name="intent" value="change_label">
            {t("save")}
          </FormButton>
          {/* The same form, read and not saved: the address carries the rule. */}
          <Button
            type="submit"
            formMethod="get"
            formAction={paths.settingLabel()}
            formNoValidate
            name="edit"
            value={label.id}
          >
            {t("preview")}
          </Button>
          <FormButton
            tone="plain"
            form={archiveId}
            name="intent"
            value={intent}
            aria-label={t(label.isArchived ? "restoreOf" : "archiveOf", { name: label.name })}
          >
            {t(label.isArchived ? "restore" : "archive")}
          </FormButton>
          <LinkButton
            to={paths.settingLabel({ tab: tab === "labels" ? null : tab })}
            tone="quiet"
            preventScrollReset
          >
            {t("close")}
          </LinkButton>
          <span className="text-xs text-ink-muted">{t("saveRule")}</span>
        </div>
      </Form>
      <Form method="post" id={archiveId}>
        <input type="hidden" name="labelId" value={label.id} />
      </Form>
      <MergeForm label={label} all={all} answer={answer} />
    </div>
  );
}
