import type { ReactElement } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";

export type QuestionProps = {
  title: string;
  effect: string;
  send: ReactElement;
  /** Opens the question. */
  ask: ReactElement;
};

/** Asks before clips are deleted whose links stop with them. */
export default function DeleteQuestion({ title, effect, send, ask }: QuestionProps) {
  const { t } = useTranslation("common");
  return (
    <Dialog
      title={title}
      effect={effect}
      trigger={ask}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{t("cancel")}</Button>
          </DialogClose>
          {send}
        </>
      }
    />
  );
}
