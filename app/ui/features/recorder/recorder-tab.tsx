import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { RecorderPill } from "./recorder-pill.tsx";
import { useOnAirTab } from "./use-on-air-tab.ts";
import { useUrgent } from "./use-urgent.ts";
import type { RecorderKit } from "./held-kit.ts";

/** What goes on in the tab while it records, whichever page is open. */
export default function RecorderTab({ kit }: { kit: RecorderKit }) {
  useOnAirTab(kit.recorder);
  useUrgent(kit.recorder);
  return (
    <>
      <RecorderPill kit={kit} />
      <SigningOut kit={kit} />
    </>
  );
}

/** Who signs out stops recording: it is asked first, as what is not sent by then waits for the next sign-in. */
function SigningOut({ kit }: { kit: RecorderKit }) {
  const { t } = useTranslation("recorder");
  const [asked, setAsked] = useState<SubmitEvent | null>(null);
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const { phase } = kit.recorder.state.get();
      const isOn = phase === "recording" || phase === "paused";
      if (!isOn || !(event.target instanceof HTMLFormElement)) return;
      if (
        new URL(event.target.getAttribute("action") ?? "", location.href).pathname !==
        paths.signOut()
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      setAsked(event);
    };
    window.addEventListener("submit", onSubmit, { capture: true });
    return () => window.removeEventListener("submit", onSubmit, { capture: true });
  }, [kit]);
  return (
    <Dialog
      title={t("signingOut.title")}
      effect={t("signingOut.effect")}
      open={asked !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) setAsked(null);
      }}
      actions={
        <>
          <DialogClose>
            <Button>{t("signingOut.stay")}</Button>
          </DialogClose>
          <Button
            tone="danger"
            onClick={() => {
              void kit.recorder.stop().then(() => submit(asked));
              setAsked(null);
            }}
          >
            {t("signingOut.go")}
          </Button>
        </>
      }
    />
  );
}

function submit(asked: SubmitEvent | null): void {
  if (asked?.target instanceof HTMLFormElement) asked.target.requestSubmit(asked.submitter);
}
