import { Form } from "@remix-run/react";
import { modelPageForm } from "#app/core/domain/summary/engine.schema.ts";
import type { ModelTestResult } from "#app/core/domain/summary/model-test.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CheckboxField } from "#app/ui/components/form/checkbox-field.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Panel } from "#app/ui/components/primitive/panel.tsx";

const KINDS = ["none", "local", "remote"] as const;

export type ShownEngine = {
  kind: "operator" | (typeof KINDS)[number];
  baseUrl: string | null;
  model: string | null;
  hasKey: boolean;
  priceIn: number;
  priceOut: number;
  monthCap: number | null;
  runCap: number | null;
  readsPrivate: boolean;
  operatorHost: string | null;
  cost: number;
  version: number;
};

/** Which model writes summaries, what it costs and may cost, and whether it answers. */
export function EnginesPanel({ engine, answer }: { engine: ShownEngine; answer: unknown }) {
  const { t } = useTranslation("setting");
  const { t: llm } = useTranslation("engine");
  const format = useFormat();
  const form = useParleyForm(modelPageForm, {
    id: "llm",
    version: engine.version,
    refusal: refusalOf(answer, "llm", "llm_test"),
    defaultValue: {
      kind: engine.kind,
      baseUrl: engine.baseUrl ?? "",
      model: engine.model ?? "",
      priceIn: amount(engine.priceIn),
      priceOut: amount(engine.priceOut),
      monthCap: amount(engine.monthCap),
      runCap: amount(engine.runCap),
      readsPrivate: engine.readsPrivate ? "on" : "",
    },
  });
  const { fields } = form;
  const labels = {
    kind: llm("kind"),
    baseUrl: llm("baseUrl"),
    model: llm("model"),
    key: llm("key"),
    priceIn: llm("priceIn"),
    priceOut: llm("priceOut"),
    monthCap: llm("monthCap"),
    runCap: llm("runCap"),
    readsPrivate: llm("readsPrivate"),
  };
  const kinds = engine.operatorHost === null ? KINDS : (["operator", ...KINDS] as const);
  return (
    <Panel title={llm("title")}>
      <p className="mb-4 max-w-prose text-sm">{llm("note")}</p>
      <Form method="post" {...form.props} className="grid max-w-3xl gap-4">
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="version" value={engine.version} />
        <SelectField
          field={fields.kind}
          label={labels.kind}
          hint={
            engine.operatorHost === null
              ? llm("remoteNote")
              : `${llm("operatorAt", { host: engine.operatorHost })} ${llm("remoteNote")}`
          }
          options={kinds.map((value) => ({ value, label: llm(`kindOf.${value}`) }))}
        />
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField
            field={fields.baseUrl}
            label={labels.baseUrl}
            hint={llm("baseUrlHint")}
            type="url"
            isOptional
            isMono
            maxLength={500}
          />
          <TextField field={fields.model} label={labels.model} isOptional isMono maxLength={200} />
        </div>
        <PasswordField
          field={fields.key}
          label={labels.key}
          hint={llm(engine.hasKey ? "keyHint" : "noKeyHint")}
          autoComplete="new-password"
          isOptional
        />
        {engine.hasKey ? (
          <CheckboxField field={fields.isKeyRemoved} label={llm("isKeyRemoved")} />
        ) : null}
        <CheckboxField
          field={fields.readsPrivate}
          label={labels.readsPrivate}
          hint={llm("readsPrivateHint")}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-2 text-sm font-strong">{llm("price")}</legend>
          <div className="grid gap-4 desk:grid-cols-2">
            {(["priceIn", "priceOut"] as const).map((name) => (
              <TextField
                key={name}
                field={fields[name]}
                label={labels[name]}
                inputMode="decimal"
                isOptional
              />
            ))}
            {(["monthCap", "runCap"] as const).map((name) => (
              <TextField
                key={name}
                field={fields[name]}
                label={labels[name]}
                hint={llm("capHint")}
                inputMode="decimal"
                isOptional
              />
            ))}
          </div>
          <p className="text-sm text-ink-muted">
            {llm("cost", { amount: format.number(engine.cost, 2) })}
          </p>
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <FormButton tone="plain" name="intent" value="llm">
            {t("save")}
          </FormButton>
          <FormButton tone="quiet" name="intent" value="llm_test">
            {llm("test")}
          </FormButton>
          <SavedNote intent="llm" />
        </div>
        <TestNote result={testOf(answer)} />
      </Form>
    </Panel>
  );
}

/** What came of the test, said once it is there. */
function TestNote({ result }: { result: ModelTestResult | null }) {
  const { t: llm } = useTranslation("engine");
  const format = useFormat();
  return (
    <p role="status" className="text-sm">
      {result === null
        ? null
        : result.isOk
          ? llm("testOk", {
              model: result.model,
              host: result.host,
              seconds: format.number(result.ms / 1_000, 1),
            })
          : llm(`fault.${result.fault}`)}
    </p>
  );
}

function testOf(answer: unknown): ModelTestResult | null {
  if (typeof answer !== "object" || answer === null || !("modelTest" in answer)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the action of this page answers it under this key
  return answer.modelTest as ModelTestResult;
}

const amount = (value: number | null): string =>
  value === null || value === 0 ? "" : String(value);
