import { Form } from "@remix-run/react";
import { LABEL_COLOURS, labelForm } from "#app/core/domain/label/label.schema.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { ColourField } from "./colour-field.tsx";
import type { LabelPageProps } from "./label-page.tsx";
import { groupOptions } from "./group-options.ts";

/** Name, colour, group, and whose it is; the colour that is used least is proposed. */
export function NewLabel({ labels, groups, teams, can, answer }: LabelPageProps) {
  const { t } = useTranslation("label");
  const { time } = useFormat();
  const used = (colour: string) => labels.filter((label) => label.colour === colour).length;
  const [first] = [...LABEL_COLOURS].sort((a, b) => used(a) - used(b));
  const form = useParleyForm(labelForm, {
    id: "make-label",
    refusal: refusalOf(answer, "make_label"),
    defaultValue: { colour: first ?? "slate" },
  });
  const { fields } = form;
  const everybody = can.makeAny ? [{ value: "", label: t("everybody") }] : [];
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary
        form={form}
        labels={{ name: t("name"), groupId: t("group"), teamId: t("team"), colour: t("colourOf") }}
      />
      <div className="grid gap-4 desk:grid-cols-3">
        <TextField field={fields.name} label={t("name")} maxLength={50} />
        <SelectField
          field={fields.groupId}
          label={t("group")}
          options={groupOptions(groups, t("noGroup"))}
        />
        <SelectField
          field={fields.teamId}
          label={t("team")}
          options={[...everybody, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </div>
      <ColourField field={fields.colour} />
      <div className="flex flex-wrap items-center gap-3">
        <FormButton name="intent" value="make_label">
          {t("make")}
        </FormButton>
        <SavedNote intent="make_label">{({ at }) => t("made", { time: time(at) })}</SavedNote>
      </div>
    </Form>
  );
}
