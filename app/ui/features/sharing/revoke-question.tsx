import { type ReactElement, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { codesIn, type ShareAnswer } from "./share-answer.ts";
import { Codes } from "./share-fields.tsx";

type Props = {
  title: string;
  effect: string;
  /** The button that asks. */
  trigger: ReactElement;
  /** What the button that acts is named. */
  yes: string;
  isBusy: boolean;
  /** Read while it is under way; "Revoking…" where it is left out. */
  busyText?: string;
  answer: ShareAnswer | undefined;
  /** Whether the answer closes the question. */
  isAnswered: boolean;
  onYes: () => void;
};

/** Asks before links, or their keys, end for ever, and says why they do not. */
export function RevokeQuestion(props: Props) {
  const { title, effect, trigger, yes, isBusy, answer, isAnswered, onYes } = props;
  const { t } = useTranslation("share");
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = useReadOnly();
  const codes = codesIn(answer);
  useEffect(() => {
    if (isAnswered) setOpen(false);
  }, [answer, isAnswered]);
  return (
    <Dialog
      title={title}
      effect={effect}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{t("cancel")}</Button>
          </DialogClose>
          <Button
            tone="danger"
            busy={isBusy && (props.busyText ?? t("list.revoking"))}
            disabledReason={isReadOnly}
            onClick={onYes}
          >
            {yes}
          </Button>
        </>
      }
    >
      {codes.length === 0 ? undefined : <Codes codes={codes} />}
    </Dialog>
  );
}
