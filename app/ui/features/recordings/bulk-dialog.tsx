import { Download } from "lucide-react";
import type { BulkRunView } from "#app/core/domain/bulk/bulk-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { BulkResult } from "./bulk-result.tsx";
import { isOpenRun, whatText } from "./bulk-text.ts";
import { useBulkForm } from "./use-bulk-form.ts";
import { useRunChanges } from "./use-run-changes.ts";

type Props = { run: BulkRunView; onClose: () => void };

/** The run that the address names: its progress, what came of it, its file, and the way back. */
export default function BulkDialog({ run: told, onClose }: Props) {
  const { t } = useTranslation("bulk");
  const { t: common } = useTranslation("common");
  const { run, isLost } = useRunChanges(told);
  const { isBusy, refusal, send } = useBulkForm();
  const isWhole = "counts" in run;
  return (
    <Dialog
      title={whatText(t, run)}
      effect={t("run.of", { count: run.total })}
      size="form"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      actions={
        <>
          <LinkButton icon={Download} to={paths.bulkResult(run.id, "csv")} reloadDocument download>
            {t("run.csv")}
          </LinkButton>
          {isWhole && run.canCancel ? (
            <Button
              busy={isBusy && t("run.cancelling")}
              onClick={() => void send({ intent: "bulk_cancel", runId: run.id })}
            >
              {t("run.cancel")}
            </Button>
          ) : null}
          {isWhole && run.canUndo ? (
            <Button
              busy={isBusy && t("run.undoing")}
              onClick={() => void send({ intent: "bulk_undo", runId: run.id })}
            >
              {t("run.undo")}
            </Button>
          ) : null}
          {isOpenRun(run) ? null : (
            <DialogClose>
              <Button tone="primary">{common("close")}</Button>
            </DialogClose>
          )}
        </>
      }
    >
      {isWhole ? <BulkResult run={run} /> : null}
      {isLost ? (
        <p role="status" className="mt-2 text-sm text-warn">
          {t("run.lost")}
        </p>
      ) : null}
      {refusal === null ? null : (
        <p role="alert" className="mt-2 text-sm text-danger">
          {refusal}
        </p>
      )}
    </Dialog>
  );
}
