import { Keyboard } from "lucide-react";
import { lazy, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";
import { useKeyAction } from "./key-actions.tsx";

const KeyList = lazy(async () => ({ default: (await import("./key-list.tsx")).KeyList }));

/** The "?" sheet. */
export function KeySheet() {
  const { t } = useTranslation("player");
  const [isOpen, setIsOpen] = useState(false);
  useKeyAction("sheet", () => setIsOpen(true));
  return (
    <span className="hidden desk:block">
      <Dialog
        title={t("keys.title")}
        size="form"
        open={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button tone="quiet" icon={Keyboard}>
            {t("keys.button")}
          </Button>
        }
      >
        <LateContent>
          <KeyList />
        </LateContent>
      </Dialog>
    </span>
  );
}
