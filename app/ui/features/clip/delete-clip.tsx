import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { useHydrated } from "#app/ui/components/primitive/use-hydrated.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

/** Deletes a clip, which the list of clips offers to undo; where links to it stop with it, after a question. */
export function DeleteClip({ clipId, links }: { clipId: string; links: number }) {
  const { t } = useTranslation("clip");
  const { t: common } = useTranslation("common");
  const hasScript = useHydrated();
  const isReadOnly = useReadOnly();
  const send = (
    <Form method="post">
      <input type="hidden" name="clipId" value={clipId} />
      <FormButton tone="danger" icon={Trash2} name="intent" value="delete_clip">
        {t("delete")}
      </FormButton>
    </Form>
  );
  if (links === 0 || !hasScript) return send;
  return (
    <Dialog
      title={t("deleteTitle")}
      effect={t("deleteLinks", { count: links })}
      trigger={
        <Button tone="danger" icon={Trash2} disabledReason={isReadOnly}>
          {t("delete")}
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{common("cancel")}</Button>
          </DialogClose>
          {send}
        </>
      }
    />
  );
}
