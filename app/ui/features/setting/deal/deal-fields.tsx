import type { PersonRef } from "#app/core/domain/views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";

export const DEAL_FIELDS = [
  "name",
  "company",
  "stageId",
  "ownerId",
  "amount",
  "currency",
  "closeDate",
  "nextStep",
] as const;
type Name = (typeof DEAL_FIELDS)[number];
const TEXT_OF = { stageId: "stage", ownerId: "owner" } as const;

/** What the fields of a deal are called. */
export function useDealLabels(): Record<Name, string> {
  const { t } = useTranslation("deal");
  return {
    name: t("new.name"),
    company: t("new.company"),
    stageId: t(`new.${TEXT_OF.stageId}`),
    ownerId: t(`new.${TEXT_OF.ownerId}`),
    amount: t("new.amount"),
    currency: t("new.currency"),
    closeDate: t("new.closeDate"),
    nextStep: t("new.nextStep"),
  };
}

type Props = {
  fields: Record<Name, FormField>;
  stages: readonly PersonRef[];
  owners: readonly PersonRef[];
};

/** The fields of a deal that is entered here. */
export function DealFields({ fields, stages, owners }: Props) {
  const label = useDealLabels();
  const options = (list: readonly PersonRef[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid gap-4 desk:grid-cols-2">
      <TextField field={fields.name} label={label.name} maxLength={200} />
      <TextField field={fields.company} label={label.company} maxLength={120} isOptional />
      <SelectField field={fields.stageId} label={label.stageId} options={options(stages)} />
      <SelectField field={fields.ownerId} label={label.ownerId} options={options(owners)} />
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
        <TextField
          field={fields.amount}
          label={label.amount}
          inputMode="decimal"
          maxLength={18}
          isOptional
        />
        <TextField field={fields.currency} label={label.currency} placeholder="EUR" maxLength={3} />
      </div>
      <TextField field={fields.closeDate} label={label.closeDate} type="date" isOptional />
      <TextField field={fields.nextStep} label={label.nextStep} maxLength={500} isOptional />
    </div>
  );
}
