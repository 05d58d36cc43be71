import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";

type Props = { onStay: () => void; onLeave: () => void };

/** What is lost by leaving, with the way to stay first. */
export default function LeaveDialog({ onStay, onLeave }: Props) {
  const { t } = useTranslation("common");
  return (
    <Dialog
      title={t("unsaved.title")}
      effect={t("unsaved.effect")}
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onStay();
      }}
      actions={
        <>
          <DialogClose>
            <Button>{t("unsaved.stay")}</Button>
          </DialogClose>
          <Button tone="danger" onClick={onLeave}>
            {t("unsaved.leave")}
          </Button>
        </>
      }
    />
  );
}
