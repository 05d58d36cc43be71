import { lazy, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

const EditForm = lazy(async () => ({ default: (await import("./edit-form.tsx")).EditForm }));

/** The facts of a call in a form: title, company, and who may see it. */
export function EditCall({ call, mayShow }: { call: PlaybackView["call"]; mayShow: boolean }) {
  const { t } = useTranslation("call");
  const [isOpen, setOpen] = useState(false);
  const readOnly = useReadOnly();
  usePageAction(t("page.editTitle"), () => setOpen(true), readOnly);
  return (
    <Dialog
      title={t("page.editTitle")}
      size="form"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button disabledReason={readOnly}>{t("page.edit")}</Button>}
    >
      <LateContent>
        <EditForm call={call} mayShow={mayShow} onClose={() => setOpen(false)} />
      </LateContent>
    </Dialog>
  );
}
