import type { ReactNode } from "react";
import type { CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { useCrmForm } from "./use-crm-form.ts";
import { useCrmText } from "./use-crm-text.ts";

type Props = {
  write: CrmWriteView;
  intent:
    | "accept"
    | "reject"
    | "resend"
    | "recheck"
    | "propose_again"
    | "revert"
    | "force_revert"
    | "keep";
  tone?: "primary" | "plain" | "quiet";
  /** Where the button itself does not say which change it is about. */
  label?: string;
  /** What presses it in a row that has the focus. */
  keys?: string;
  busyText?: string;
  children: ReactNode;
};

/** One button of a change. `data-act` is what keys press. */
export function ActButton({
  write,
  intent,
  tone = "plain",
  label,
  keys,
  busyText,
  children,
}: Props) {
  const { t } = useCrmText();
  const { Form, action, isBusy, error } = useCrmForm(write.callId, write.fieldLabel);
  return (
    <Form method="post" action={action} className="grid max-sm:grow">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="writeId" value={write.id} />
      <input type="hidden" name="version" value={write.version} />
      <FormButton
        tone={tone}
        size="small"
        isBusy={isBusy}
        busyText={busyText ?? t("saving")}
        aria-keyshortcuts={keys}
        {...(label !== undefined && { "aria-label": label })}
        data-act={intent}
      >
        {children}
      </FormButton>
      {error === null ? null : (
        <span role="alert" className="text-xs text-danger">
          {error}
        </span>
      )}
    </Form>
  );
}
