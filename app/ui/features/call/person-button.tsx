import { Pencil } from "lucide-react";
import { lazy, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import type { Linking } from "./person-link.tsx";

const EditPerson = lazy(() => import("./edit-person.tsx"));

/** A person of a call, with what can be corrected of them. */
export type ChangeablePerson = {
  id: string;
  name: string;
  side: "R" | "C" | null;
  known: {
    version: number;
    email: string | null;
    phone: string | null;
    member: { id: string; name: string } | null;
  };
};

/** The way to correct who a person of a call was. */
export function PersonButton({ person, linking }: { person: ChangeablePerson; linking: Linking }) {
  const { t } = useTranslation("call");
  const [isOpen, setOpen] = useState(false);
  const readOnly = useReadOnly();
  const { name } = person;
  return (
    <span className="contents noscript:hidden">
      <Dialog
        title={t("page.personEditTitle")}
        size="form"
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button
            tone="quiet"
            size="small"
            icon={Pencil}
            aria-label={
              name === "" ? t("page.personEditUnnamed") : t("page.personEditOf", { name })
            }
            disabledReason={readOnly}
          />
        }
      >
        <LateContent>
          <EditPerson person={person} linking={linking} onClose={() => setOpen(false)} />
        </LateContent>
      </Dialog>
    </span>
  );
}
