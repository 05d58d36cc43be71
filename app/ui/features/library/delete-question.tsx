import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";

type Props = {
  name: string;
  effect: string;
  links: string | null;
  /** The form that deletes. */
  form: ReactNode;
  onClose: () => void;
};

/** Whether the library is to be deleted. */
export default function DeleteQuestion({ name, effect, links, form, onClose }: Props) {
  const { t } = useTranslation("library");
  const { t: common } = useTranslation("common");
  return (
    <Dialog
      title={t("settings.deleteTitle", { name })}
      effect={effect}
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{common("cancel")}</Button>
          </DialogClose>
          {form}
        </>
      }
    >
      {links === null ? undefined : <p className="text-sm">{links}</p>}
    </Dialog>
  );
}
