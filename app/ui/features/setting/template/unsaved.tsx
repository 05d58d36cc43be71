import { useBeforeUnload, useBlocker, useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";

type Props = {
  /** The command that saves what is typed inside. */
  intent: string;
  /** It was refused: what is typed is still not saved. */
  isRefused: boolean;
  children: ReactNode;
};

/** Around a form: asks before what was typed is left behind. Without script the browser keeps its own counsel. */
export function Unsaved({ intent, isRefused, children }: Props) {
  const { t } = useTranslation("template");
  const isDirty = useRef(false);
  const { formData } = useNavigation();
  useEffect(() => {
    if (formData?.get("intent") === intent) isDirty.current = false;
  }, [formData, intent]);
  useEffect(() => {
    if (isRefused) isDirty.current = true;
  }, [isRefused]);
  useBeforeUnload(
    useCallback((event) => {
      if (isDirty.current) event.preventDefault();
    }, []),
  );
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isDirty.current && `${from.pathname}${from.search}` !== `${to.pathname}${to.search}`,
  );
  return (
    // What is typed bubbles up from the fields; nothing is pressed here.
    <div onInput={() => (isDirty.current = true)}>
      {children}
      <Dialog
        title={t("unsaved.title")}
        effect={t("unsaved.effect")}
        open={blocker.state === "blocked"}
        onOpenChange={(isOpen) => {
          if (!isOpen) blocker.reset?.();
        }}
        actions={
          <>
            <DialogClose>
              <Button>{t("unsaved.stay")}</Button>
            </DialogClose>
            <Button tone="danger" onClick={() => blocker.proceed?.()}>
              {t("unsaved.leave")}
            </Button>
          </>
        }
      />
    </div>
  );
}
