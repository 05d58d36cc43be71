import { type ReactElement, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";

type Props = {
  trigger: ReactElement;
  busy: ReadonlySet<string>;
  /** Null for who is not in the room. */
  onLeave: (() => void) | null;
  onEnd: () => void;
};

/** Ending is for everybody, so it asks; leaving is not, and is offered beside it. */
export function EndDialog({ trigger, busy, onLeave, onEnd }: Props) {
  const { t } = useTranslation("live");
  const { t: common } = useTranslation("common");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={t("end.title")}
      effect={t("end.effect")}
      trigger={trigger}
      open={isOpen}
      onOpenChange={setOpen}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{common("cancel")}</Button>
          </DialogClose>
          {onLeave === null ? null : (
            <Button
              onClick={() => {
                setOpen(false);
                onLeave();
              }}
            >
              {t("end.leaveOnly")}
            </Button>
          )}
          <Button tone="live" busy={busy.has("end") && t("end.ending")} onClick={onEnd}>
            {t("end.forAll")}
          </Button>
        </>
      }
    />
  );
}
