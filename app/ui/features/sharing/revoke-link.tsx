import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import type { LinkCommand } from "./link-row.tsx";
import { codesIn } from "./share-answer.ts";
import { Codes } from "./share-fields.tsx";

/** Ends a link for ever, after a question. */
export function RevokeLink({ name, command }: { name: string; command: LinkCommand }) {
  const { t } = useTranslation("share");
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = useReadOnly();
  const { act, busy, answer } = command;
  const codes = codesIn(answer);
  useEffect(() => {
    if (answer?.intent === "revoke_link") setOpen(false);
  }, [answer]);
  return (
    <Dialog
      title={t("list.revokeTitle")}
      effect={t("list.revokeEffect")}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button tone="danger" size="small" aria-label={t("list.revokeOf", { link: name })}>
          {t("list.revoke")}
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{t("cancel")}</Button>
          </DialogClose>
          <Button
            tone="danger"
            busy={busy === "revoke_link" && t("list.revoking")}
            disabledReason={isReadOnly}
            onClick={() => act({ intent: "revoke_link" })}
          >
            {t("list.revoke")}
          </Button>
        </>
      }
    >
      {codes.length === 0 ? undefined : <Codes codes={codes} />}
    </Dialog>
  );
}
