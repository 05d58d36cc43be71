import { Form } from "@remix-run/react";
import type { CrmValue } from "#app/core/domain/connection/connection-types.ts";
import { changeRecordForm } from "#app/core/domain/connection/mock.schema.ts";
import type { ConnectionsView } from "#app/core/pages/connections.server.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";

type Mock = NonNullable<ConnectionsView["mock"]>;
type Props = { mock: Mock; answer: unknown };

export const mockFieldOptions = ({ fields }: Pick<Mock, "fields">) =>
  fields.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }));

/** Fields of a deal that the list shows. */
const SHOWN = ["StageName", "Amount", "CloseDate", "NextStep"] as const;

/** The deals as the demo's CRM holds them, and a way to change them there. */
export function MockDeals({ mock, answer }: Props) {
  const { t } = useTranslation("connection");
  const textOf = useValueText();
  const { deals, fields, dealsByHand } = mock;
  const labelOf = (name: string) => fields.find((one) => one.name === name)?.label ?? name;
  return (
    <div className="grid min-w-0 gap-3">
      <h4 className="text-sm font-strong">{t("mock.deals", { count: deals.length })}</h4>
      {deals.length === 0 ? null : (
        <DataTable
          caption={t("mock.dealsList")}
          columns={[t("mock.record"), ...SHOWN.map(labelOf)]}
          rows={deals}
        >
          {({ id, name, values }) => (
            <Row key={id}>
              <NameCell>
                <bdi>{name}</bdi>
              </NameCell>
              {SHOWN.map((field) => (
                <Cell key={field} phone="line" label={labelOf(field)}>
                  <span className="wrap-anywhere">{textOf(values[field] ?? null)}</span>
                </Cell>
              ))}
            </Row>
          )}
        </DataTable>
      )}
      {dealsByHand === 0 ? null : (
        <Form method="post" className="grid justify-items-start gap-2" preventScrollReset>
          <p className="text-sm">{t("mock.copyNote", { count: dealsByHand })}</p>
          <FormButton tone="plain" name="intent" value="copy_deals">
            {t("mock.copy")}
          </FormButton>
        </Form>
      )}
      {deals.length === 0 ? null : <Change mock={mock} answer={answer} />}
    </div>
  );
}

function useValueText(): (value: CrmValue) => string {
  const { number, calendarDay } = useFormat();
  return (value) => {
    if (value === null || value === "") return "–";
    if (typeof value === "number") return number(value);
    return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? calendarDay(String(value)) : String(value);
  };
}

/** As a colleague would there, so that a conflict can be seen. */
function Change({ mock, answer }: Props) {
  const { t } = useTranslation("connection");
  const form = useParleyForm(changeRecordForm, {
    id: "change-record",
    refusal: refusalOf(answer, "change_record"),
    defaultValue: { record: mock.deals[0]?.id ?? "", field: "NextStep", value: "" },
  });
  const labels = {
    record: t("mock.record"),
    field: t("mock.field"),
    value: t("mock.value"),
  };
  return (
    <div className="grid gap-3">
      <h4 className="text-sm font-strong">{t("mock.change")}</h4>
      <p className="text-sm">{t("mock.changeNote")}</p>
      <Form method="post" {...form.props} className="grid gap-3" preventScrollReset>
        <ErrorSummary form={form} labels={labels} />
        <div className="grid gap-3 desk:grid-cols-3">
          <SelectField
            field={form.fields.record}
            label={labels.record}
            options={mock.deals.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectField
            field={form.fields.field}
            label={labels.field}
            options={mockFieldOptions(mock)}
          />
          <TextField
            field={form.fields.value}
            label={labels.value}
            hint={t("mock.valueHint")}
            isOptional
          />
        </div>
        <div className="flex items-center gap-3">
          <FormButton tone="plain" name="intent" value="change_record">
            {t("mock.changeNow")}
          </FormButton>
          <SavedNote intent="change_record">{() => t("mock.changed")}</SavedNote>
        </div>
      </Form>
    </div>
  );
}
