import { History } from "lucide-react";
import { lazy, useState } from "react";
import type { TranscriptView } from "#app/core/domain/transcript/transcript-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";

const VersionList = lazy(async () => ({
  default: (await import("./version-list.tsx")).VersionList,
}));

type Props = { transcript: TranscriptView; action: string; canEdit: boolean };

/** Opens the list of versions. */
export function Versions({ transcript, action, canEdit }: Props) {
  const { t } = useTranslation("transcript");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog
      title={t("versions.title")}
      effect={t("versions.effect")}
      size="form"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button tone="quiet" size="small" icon={History}>
          {t("versions.button", { count: transcript.versions.length })}
        </Button>
      }
    >
      <LateContent>
        <VersionList
          transcript={transcript}
          action={action}
          canEdit={canEdit}
          onDone={() => setIsOpen(false)}
        />
      </LateContent>
    </Dialog>
  );
}
