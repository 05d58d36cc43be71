import { useEffect, useId, useRef } from "react";
import type { CrmWriteView } from "#app/core/domain/crm/crm-views.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useCrmForm } from "./use-crm-form.ts";
import { useCrmText } from "./use-crm-text.ts";
import { ValueField } from "./value-field.tsx";

type Props = {
  write: CrmWriteView;
  intent: "accept" | "force_revert";
  start: string;
  /** Takes the focus when it appears. */
  isAsked?: boolean;
  onDone?: () => void;
  onCancel?: () => void;
};

/** Another value than the one that was proposed, and the button that writes it. */
export function EditForm({ write, intent, start, isAsked = false, onDone, onCancel }: Props) {
  const { t } = useCrmText();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) frame.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [isAsked]);
  const isAdded = write.rule === "append_newest" || write.rule === "append_below";
  const label = t(isAdded ? "addition" : "value", { field: write.fieldLabel });
  const { Form, action, isBusy, error } = useCrmForm(write.callId, write.fieldLabel, onDone);
  return (
    <Form method="post" action={action} className="grid gap-2">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="writeId" value={write.id} />
      <input type="hidden" name="version" value={write.version} />
      <input type="hidden" name="isEdited" value="1" />
      <div ref={frame}>
        <ValueField
          {...{ id, write, start, label, error }}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.nativeEvent.isComposing || !onCancel) return;
            event.stopPropagation();
            onCancel();
          }}
        />
      </div>
      {error === null ? null : (
        <p id={`${id}e`} role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <FormButton tone="plain" size="small" isBusy={isBusy} busyText={t("saving")}>
          {t("writeThis")}
        </FormButton>
        {onCancel === undefined ? null : (
          <Button tone="quiet" size="small" onClick={onCancel}>
            {t("cancel")}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** A value as its field starts with it. */
export const startOf = (value: string | number | boolean | null): string =>
  value === null ? "" : String(value);
