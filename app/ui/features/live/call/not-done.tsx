import type { ReactNode } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { FailedAction } from "./use-live-action.ts";

/** Why an action of a call was not done: in the words of its place, or because the session is over. */
export function NotDone({ failed, children }: { failed: FailedAction; children: ReactNode }) {
  const { t } = useTranslation("forms");
  return failed.isSignedOut ? formText(t, "signed_out") : children;
}
