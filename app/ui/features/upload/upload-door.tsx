import { useNavigate, useSearchParams } from "@remix-run/react";
import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { ButtonTone } from "#app/ui/components/primitive/button-look.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { usePageAction } from "#app/ui/components/primitive/page-actions.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { DropZone } from "./drop-zone.tsx";
import type { UploadErrors } from "./upload-errors.ts";
import { UploadForm } from "./upload-form.tsx";
import { UploadList } from "./upload-list.tsx";

/** The button; a link, so that without script it opens the form as a page. */
export function UploadButton({ to, tone = "primary" }: { to: string; tone?: ButtonTone }) {
  const { t } = useTranslation("upload");
  const readOnly = useReadOnly();
  const navigate = useNavigate();
  usePageAction(t("button"), () => navigate(to, { preventScrollReset: true }), readOnly);
  if (readOnly !== undefined)
    return (
      <Button icon={Upload} disabledReason={readOnly}>
        {t("button")}
      </Button>
    );
  return (
    <LinkButton to={to} tone={tone} icon={Upload} preventScrollReset>
      {t("button")}
    </LinkButton>
  );
}

/** Everything that takes files in on a page: the form (a dialog once script runs), dropping, and what is being sent. */
export function UploadDoor({ errors }: { errors: UploadErrors }) {
  const { t } = useTranslation("upload");
  const { t: common } = useTranslation("common");
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const isReadOnly = useReadOnly() !== undefined;
  const isOpen = search.has("upload") || Object.keys(errors).length > 0;
  const go = (isWanted: boolean) => {
    const next = new URLSearchParams(search);
    if (isWanted) next.set("upload", "1");
    else next.delete("upload");
    navigate(`?${next.toString()}`, { preventScrollReset: true, replace: true });
    if (!isWanted) setDropped([]);
  };
  if (isReadOnly) return null;
  return (
    <>
      <DropZone
        onFiles={(files) => {
          setDropped(files);
          go(true);
        }}
      />
      <UploadList />
      {isScripted ? (
        <Dialog
          title={t("formTitle")}
          effect={t("formEffect")}
          size="form"
          open={isOpen}
          onOpenChange={go}
        >
          <UploadForm
            dropped={dropped}
            isScripted
            errors={errors}
            onStarted={() => go(false)}
            cancel={<Button onClick={() => go(false)}>{common("cancel")}</Button>}
          />
        </Dialog>
      ) : isOpen ? (
        <Panel title={t("formTitle")}>
          <UploadForm dropped={dropped} isScripted={false} errors={errors} />
        </Panel>
      ) : null}
    </>
  );
}
