import { type ReactNode, useState } from "react";
import type { DealItem } from "#app/core/pages/home-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import type { OnFinished } from "./finished.ts";
import { RowButton } from "./row-button.tsx";

/** The choice of a call's deal, which another slice draws. */
export type DealDialogSlot = (asked: {
  callId: string;
  onClose: () => void;
  onDone: (text: string) => void;
}) => ReactNode;

type Props = { item: DealItem; onFinished: OnFinished; dialog: DealDialogSlot };

/** Links a call to its likeliest deal at once, or opens the choice of another. */
export function DealActions({ item: { callId, title, deal }, onFinished, dialog }: Props) {
  const { t } = useTranslation("home");
  const [isOpen, setOpen] = useState(false);
  const readOnly = useReadOnly();
  const undo = { intent: "leave_deal", callId };
  return (
    <>
      <RowButton
        fields={{ intent: "link_deal", callId, dealId: deal.id }}
        done={t("done.deal", { title, name: deal.name })}
        undo={undo}
        onFinished={onFinished}
        label={t("deal.linkOf", { title, name: deal.name })}
      >
        {t("deal.link", { name: deal.name })}
      </RowButton>
      <span className="contents noscript:hidden">
        <Button
          tone="quiet"
          size="small"
          aria-haspopup="dialog"
          aria-label={t("deal.otherOf", { title })}
          disabledReason={readOnly}
          onClick={() => setOpen(true)}
        >
          {t("deal.other")}
        </Button>
      </span>
      {isOpen
        ? dialog({
            callId,
            onClose: () => setOpen(false),
            onDone: (text) => onFinished({ text: `${title}: ${text}`, undo }),
          })
        : null}
    </>
  );
}
