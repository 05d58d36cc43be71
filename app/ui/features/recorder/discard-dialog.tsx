import { useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";

/** Asks once before a recording is thrown away. */
export function DiscardDialog({ onDiscard }: { onDiscard: () => void | Promise<void> }) {
  const { t } = useTranslation("recorder");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={t("discard.title")}
      effect={t("discard.effect")}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button tone="danger">{t("discard.submit")}</Button>}
      actions={
        <>
          <DialogClose>
            <Button>{t("discard.keep")}</Button>
          </DialogClose>
          <Button
            tone="danger"
            onClick={() => {
              setOpen(false);
              void onDiscard();
            }}
          >
            {t("discard.confirm")}
          </Button>
        </>
      }
    />
  );
}
