import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import type { ParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { type NowValue, NowValues } from "./now-values.tsx";

type Props = {
  form: Omit<ParleyForm<Record<string, unknown>>, "fields"> & { fields: Record<string, FormField> };
  row: { id: string; version: number };
  /** The field that names the row, such as `teamId`. */
  field: string;
  /** The fields as they are now. */
  values: readonly NowValue[];
  /** Names of the fields, where there are more than `values` tells, in the order of the screen. */
  labels?: Record<string, string>;
  /** The command that saves; `text` says more than "Save". */
  save: { intent: string; tone: "primary" | "plain"; text?: string };
  /** What else can be done with the row, by a form of its own: it carries the row alone. */
  other: { intent: string; tone: "danger" | "plain"; text: string; label: string };
  /** Closes the form. */
  closeTo: string;
  /** The fields people fill in. */
  children: ReactNode;
  /** Behind the button that saves. */
  actions?: ReactNode;
  note?: string;
};

/** The form of a row that is open: its fields, what somebody else left in them meanwhile, and the ways out. */
export function EditForm({ form, row, field, values, labels, children, ...rest }: Props) {
  const { save, other, closeTo, actions, note } = rest;
  const { t } = useTranslation("setting");
  const otherId = `${other.intent}-${row.id}`;
  return (
    <>
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary
          form={form}
          labels={labels ?? Object.fromEntries(values.map(({ name, label }) => [name, label]))}
        />
        <NowValues result={form.refusal} values={values} />
        <input type="hidden" name={field} value={row.id} />
        <input type="hidden" name="version" value={row.version} />
        {children}
        <div className="flex flex-wrap items-center gap-2">
          <FormButton tone={save.tone} name="intent" value={save.intent}>
            {save.text ?? t("save")}
          </FormButton>
          {actions}
          <FormButton
            tone={other.tone}
            form={otherId}
            name="intent"
            value={other.intent}
            aria-label={other.label}
          >
            {other.text}
          </FormButton>
          <LinkButton to={closeTo} tone="quiet" preventScrollReset>
            {t("close")}
          </LinkButton>
          {note === undefined ? null : <span className="text-xs text-ink-muted">{note}</span>}
        </div>
      </Form>
      <Form method="post" id={otherId}>
        <input type="hidden" name={field} value={row.id} />
      </Form>
    </>
  );
}
