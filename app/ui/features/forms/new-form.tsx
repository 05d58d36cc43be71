import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { type Saved, SavedNote } from "#app/ui/components/form/saved.tsx";
import type { ParleyForm } from "#app/ui/components/form/use-parley-form.ts";

type Props = {
  form: Omit<ParleyForm<Record<string, unknown>>, "fields"> & { fields: Record<string, FormField> };
  /** Names of the fields, in the order of the screen. */
  labels: Record<string, string>;
  intent: string;
  /** What the button says, and what it says meanwhile. */
  submit: string;
  busyText?: string;
  /** Said when it was made, in the place of "Saved 10:36". */
  made?: (saved: Saved) => ReactNode;
  /** Behind the button. */
  actions?: ReactNode;
  /** The fields people fill in. */
  children: ReactNode;
};

/** The form that adds one to a list. */
export function NewForm({
  form,
  labels,
  intent,
  submit,
  busyText,
  made,
  actions,
  children,
}: Props) {
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={labels} />
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <FormButton name="intent" value={intent} busyText={busyText}>
          {submit}
        </FormButton>
        {actions}
        <SavedNote intent={intent}>{made}</SavedNote>
      </div>
    </Form>
  );
}
