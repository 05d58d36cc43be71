import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LabelChooser } from "#app/ui/features/label/label-chooser.tsx";
import { useBulkChoices } from "./use-bulk-choices.ts";

type Props = {
  isBusy: boolean;
  refusal: string | null;
  onChoose: (fields: Record<string, string>) => Promise<void>;
};

/** A label for the selected calls: given, or taken off. */
export function BulkLabel({ isBusy, refusal, onChoose }: Props) {
  const { t } = useTranslation("bulk");
  const { data, hasFailed, retry } = useBulkChoices();
  const [isTaking, setTaking] = useState(false);
  const choices = data && { ...data, canMake: data.canMake && !isTaking };
  return (
    <div className="grid gap-2">
      <div role="group" aria-label={t("label.which")} className="flex gap-1">
        {[false, true].map((isTake) => (
          <Button
            key={String(isTake)}
            size="small"
            tone={isTaking === isTake ? "plain" : "quiet"}
            aria-pressed={isTaking === isTake}
            onClick={() => setTaking(isTake)}
          >
            {t(isTake ? "label.take" : "label.give")}
          </Button>
        ))}
      </div>
      <LabelChooser
        choices={choices}
        isBusy={isBusy}
        hasFailed={hasFailed}
        onChoose={(line) =>
          void onChoose(
            line.kind === "make"
              ? { intent: "bulk_give_new_label", name: line.name }
              : {
                  intent: isTaking ? "bulk_take_label" : "bulk_give_label",
                  labelId: line.label.id,
                },
          )
        }
      />
      {hasFailed ? (
        <span>
          <Button size="small" onClick={retry}>
            {t("bar.retry")}
          </Button>
        </span>
      ) : null}
      {isBusy ? (
        <p role="status" className="text-xs text-ink-muted">
          {t("bar.busy")}
        </p>
      ) : null}
      {refusal === null ? null : (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </div>
  );
}
