import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { BulkChoices } from "#app/core/domain/bulk/bulk-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { LabelChooser } from "#app/ui/features/label/label-chooser.tsx";

type Props = {
  isBusy: boolean;
  refusal: string | null;
  onChoose: (fields: Record<string, string>) => Promise<void>;
};

/** A label for the selected calls: given, or taken off. */
export function BulkLabel({ isBusy, refusal, onChoose }: Props) {
  const { t } = useTranslation("bulk");
  const { load, data } = useFetcher<BulkChoices>();
  useEffect(() => load(paths.bulkChoices()), [load]);
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
        hasFailed={false}
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
