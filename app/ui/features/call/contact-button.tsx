import { lazy, Suspense, useState } from "react";
import type { ContactRef } from "#app/core/domain/contact/contact-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";

const ContactDialog = lazy(() => import("./contact-dialog.tsx"));

type Props = {
  callId: string;
  person: { id: string; name: string; contact: ContactRef | null };
};

/** The way to say which contact somebody on a call is. */
export function ContactButton({ callId, person }: Props) {
  const { t } = useTranslation("call");
  const [isOpen, setOpen] = useState(false);
  const readOnly = useReadOnly();
  return (
    <span className="contents noscript:hidden">
      <Button
        tone="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-label={t("page.contactOf", { name: person.name })}
        disabledReason={readOnly}
        onClick={() => setOpen(true)}
      >
        {t(person.contact === null ? "page.contactNone" : "page.contact")}
      </Button>
      {isOpen ? (
        <Suspense>
          <ContactDialog callId={callId} person={person} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
