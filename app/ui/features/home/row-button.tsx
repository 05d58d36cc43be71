import type { ReactNode } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import type { OnFinished } from "./finished.ts";
import { useInPlace } from "./use-in-place.ts";

type Props = {
  /** Its fields, `intent` among them. */
  fields: Record<string, string>;
  /** What is done, for the row that stays; null: the row goes. */
  done: string | null;
  undo: Record<string, string> | null;
  onFinished: OnFinished;
  tone?: "plain" | "quiet";
  /** Named also by what it is about, where several of one kind stand under one another. */
  label?: string;
  children: ReactNode;
};

/** A button of a row that acts where it stands. */
export function RowButton({
  fields,
  done,
  undo,
  onFinished,
  tone = "plain",
  label,
  children,
}: Props) {
  const { t: forms } = useTranslation("forms");
  const { t } = useTranslation("home");
  const { Form, action, onSubmit, state, codes } = useInPlace(() =>
    onFinished({ text: done ?? "", undo }),
  );
  return (
    <Form method="post" action={action} onSubmit={onSubmit} className="grid justify-items-end">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormButton
        tone={tone}
        size="small"
        isBusy={state !== "idle"}
        busyText={t("saving")}
        {...(label !== undefined && { "aria-label": label })}
      >
        {children}
      </FormButton>
      {codes.length === 0 ? null : (
        <span role="alert" className="text-xs text-danger">
          {codes.map(({ field, code }) => formText(forms, code, { name: field })).join(" ")}
        </span>
      )}
    </Form>
  );
}
