import type { BulkRunView } from "#app/core/domain/bulk/bulk-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { BulkResult } from "./bulk-result.tsx";
import { whatText } from "./bulk-text.ts";

/** A run where there is no script: what came of it, and the way back. */
export function PlainRun({ run }: { run: BulkRunView }) {
  const { t } = useTranslation("bulk");
  return (
    <section aria-label={whatText(t, run)} className="rounded-panel border border-line p-4">
      <h2 className="mb-2 text-read font-strong">{whatText(t, run)}</h2>
      <BulkResult run={run} />
      <form method="post" className="mt-3 flex gap-2">
        <input type="hidden" name="runId" value={run.id} />
        {run.canCancel ? (
          <Button type="submit" name="intent" value="bulk_cancel">
            {t("run.cancel")}
          </Button>
        ) : null}
        {run.canUndo ? (
          <Button type="submit" name="intent" value="bulk_undo">
            {t("run.undo")}
          </Button>
        ) : null}
      </form>
    </section>
  );
}
