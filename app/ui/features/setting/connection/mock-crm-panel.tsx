import { Form } from "@remix-run/react";
import { FlaskConical } from "lucide-react";
import { plantFaultForm } from "#app/core/domain/connection/mock.schema.ts";
import { MOCK_FAULTS } from "#app/core/domain/connection/mock-types.ts";
import type { ConnectionsView } from "#app/core/pages/connections.server.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { ConnectionFacts, ConnectionFaultText, ConnectionState } from "./connection-facts.tsx";
import { MockDeals, mockFieldOptions } from "./mock-deals.tsx";

type Props = { mock: NonNullable<ConnectionsView["mock"]>; answer: unknown };

/** The demo's CRM: connected by one press, and wrong on demand. */
export function MockCrmPanel({ mock, answer }: Props) {
  const { t } = useTranslation("connection");
  const { health } = mock;
  const { state } = health;
  const isOn = state === "connected" || state === "degraded";
  return (
    <Panel title={t("mock.group")}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <span className="mt-0.5">
          <Icon of={FlaskConical} />
        </span>
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="flex flex-wrap items-baseline gap-x-2 text-base font-medium">
            {t("name.mock")}
            <ConnectionState health={health} />
          </h3>
          <p className="text-sm text-ink-soft">{t("does.mock")}</p>
          <ConnectionFaultText health={health} name={t("name.mock")} />
          <ConnectionFacts health={health} />
        </div>
        <Form method="post" className="flex flex-wrap gap-2" preventScrollReset>
          <input type="hidden" name="slug" value="mock" />
          {isOn ? (
            <>
              <FormButton
                tone="plain"
                name="intent"
                value="test_connection"
                aria-label={t("testOf", { name: t("name.mock") })}
              >
                {t("test")}
              </FormButton>
              <FormButton tone="danger" name="intent" value="disconnect">
                {t("panel.disconnect")}
              </FormButton>
            </>
          ) : (
            <FormButton
              tone="plain"
              name="intent"
              value="connect_mock"
              aria-label={t("connectOf", { name: t("name.mock") })}
            >
              {t("connect")}
            </FormButton>
          )}
        </Form>
      </div>
      {isOn ? (
        <div className="mt-4 grid gap-5 border-t border-line pt-4">
          <MockDeals mock={mock} answer={answer} />
          <Faults mock={mock} answer={answer} />
        </div>
      ) : null}
    </Panel>
  );
}

function Faults({ mock, answer }: Props) {
  const { t } = useTranslation("connection");
  const form = useParleyForm(plantFaultForm, {
    id: "plant-fault",
    refusal: refusalOf(answer, "plant_fault"),
    defaultValue: { fault: "restricted_picklist", ofField: "", times: "1" },
  });
  const labels = {
    fault: t("mock.fault"),
    ofField: t("mock.field"),
    times: t("mock.times"),
  };
  const { fields } = form;
  return (
    <div className="grid gap-3">
      <h4 className="text-sm font-strong">{t("mock.faults")}</h4>
      <p className="text-sm">{t("mock.faultsNote")}</p>
      <Form method="post" {...form.props} className="grid gap-3" preventScrollReset>
        <ErrorSummary form={form} labels={labels} />
        <div className="grid gap-3 desk:grid-cols-3">
          <SelectField
            field={fields.fault}
            label={labels.fault}
            options={MOCK_FAULTS.map((fault) => ({ value: fault, label: t(`mock.of.${fault}`) }))}
          />
          <SelectField
            field={fields.ofField}
            label={labels.ofField}
            hint={t("mock.fieldHint")}
            options={[{ value: "", label: t("mock.anyField") }, ...mockFieldOptions(mock)]}
            isOptional
          />
          <TextField field={fields.times} label={labels.times} inputMode="numeric" />
        </div>
        <div className="flex items-center gap-3">
          <FormButton tone="plain" name="intent" value="plant_fault">
            {t("mock.plant")}
          </FormButton>
          <SavedNote intent="plant_fault">{() => t("mock.planted")}</SavedNote>
        </div>
      </Form>
      {mock.faults.length === 0 ? null : (
        <Form method="post" className="grid justify-items-start gap-2" preventScrollReset>
          <ul className="list-disc pl-5 text-sm">
            {mock.faults.map(({ id, fault, field, left }) => (
              <li key={id}>
                {t("mock.waits", {
                  fault: t(`mock.of.${MOCK_FAULTS.find((one) => one === fault) ?? "unavailable"}`),
                  field: field ?? t("mock.anyField"),
                  count: left,
                })}
              </li>
            ))}
          </ul>
          <FormButton tone="plain" name="intent" value="clear_faults">
            {t("mock.clear")}
          </FormButton>
        </Form>
      )}
    </div>
  );
}
