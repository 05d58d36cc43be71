import { changeLabelForm } from "#app/core/domain/label/label.schema.ts";
import type { LabelLine } from "#app/core/domain/label/label-views.ts";
import { TALK_KINDS } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { EditForm } from "#app/ui/features/forms/edit-form.tsx";
import { LabelFields } from "./label-fields.tsx";
import type { LabelPageProps } from "./label-page.tsx";
import { MergeForm } from "./merge-label.tsx";
import { RulePreviewPanel } from "./rule-preview.tsx";
import { useRowForm } from "#app/ui/features/forms/use-row-form.ts";

type Props = LabelPageProps & { label: LabelLine; all: LabelLine[] };

/** The form of one label: what it is called, how it looks, its rule with what that would find, and how it goes. */
export function EditLabel(props: Props) {
  const { label, all, groups, tab, typedRule, preview, answer } = props;
  const { t } = useTranslation("label");
  const form = useRowForm(changeLabelForm, {
    row: label,
    field: "labelId",
    intents: ["change_label"],
    answer,
    defaultValue: {
      name: label.name,
      groupId: label.groupId ?? "",
      colour: label.colour,
      rule: typedRule ?? label.rule ?? "",
      talkKind: label.talkKind ?? "",
    },
  });
  const { fields } = form;
  const groupName = groups.find(({ id }) => id === label.groupId)?.name ?? t("noGroup");
  const rule = { name: "rule", label: t("rule"), value: label.rule ?? "", shown: label.rule ?? "" };
  return (
    <div className="grid gap-5">
      <EditForm
        form={form}
        row={label}
        field="labelId"
        values={[
          { name: "name", label: t("name"), value: label.name, shown: label.name },
          { name: "groupId", label: t("group"), value: label.groupId ?? "", shown: groupName },
          rule,
        ]}
        labels={{
          name: t("name"),
          groupId: t("group"),
          colour: t("colourOf"),
          rule: t("rule"),
          talkKind: t("talkKind"),
        }}
        save={{ intent: "change_label", tone: "primary" }}
        other={{
          intent: label.isArchived ? "restore_label" : "archive_label",
          tone: "plain",
          text: t(label.isArchived ? "restore" : "archive"),
          label: t(label.isArchived ? "restoreOf" : "archiveOf", { name: label.name }),
        }}
        closeTo={paths.settingLabel({ tab: tab === "labels" ? null : tab })}
        actions={
          // The same form, read and not saved: the address carries the rule.
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
        }
        note={t("saveRule")}
      >
        <LabelFields fields={fields} groups={groups} />
        <TextField
          field={fields.rule}
          label={t("rule")}
          isOptional
          maxLength={400}
          hint={t("ruleHint")}
        />
        <SelectField
          field={fields.talkKind}
          label={t("talkKind")}
          hint={t("talkKindHint")}
          isOptional
          options={[
            { value: "", label: t("talkKindNone") },
            ...TALK_KINDS.map((value) => ({ value, label: t(`talk.${value}`) })),
          ]}
        />
        {preview === null ? null : <RulePreviewPanel preview={preview} />}
      </EditForm>
      <MergeForm label={label} all={all} answer={answer} />
    </div>
  );
}
