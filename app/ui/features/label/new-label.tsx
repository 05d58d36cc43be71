import { LABEL_COLOURS, labelForm } from "#app/core/domain/label/label.schema.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { LabelFields } from "./label-fields.tsx";
import type { LabelPageProps } from "./label-page.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";

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
    <NewForm
      form={form}
      labels={{ name: t("name"), groupId: t("group"), teamId: t("team"), colour: t("colourOf") }}
      intent="make_label"
      submit={t("make")}
      made={({ at }) => t("made", { time: time(at) })}
    >
      <LabelFields fields={fields} groups={groups}>
        <SelectField
          field={fields.teamId}
          label={t("team")}
          options={[...everybody, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </LabelFields>
    </NewForm>
  );
}
