import { useFetcher, useSubmit } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { useCallback, useEffect } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useToast } from "#app/ui/components/primitive/toast.tsx";
import type { Corrected } from "./correction.ts";

/** The dialog and the words it corrected are gone when Undo is pressed: its answer waits under a name. */
const UNDO = "undo-correction";

/**
 * Says that a correction was saved, with Undo: the words of the version before it become current again, as a version of their own.
 * @param number the version that was corrected
 * @param action where the forms go
 */
export function useCorrectedToast(number: number, action: string): (corrected: Corrected) => void {
  const { t } = useTranslation("transcript");
  const toast = useToast();
  const submit = useSubmit();
  return useCallback(
    ({ number: made }) => {
      if (made === undefined || made === number) return;
      toast({
        text: t("correct.saved", { number: made }),
        onUndo: () => {
          const form = { intent: "revert_transcript", number: made, to: number };
          submit(form, { method: "post", action, navigate: false, fetcherKey: UNDO });
        },
      });
    },
    [t, toast, submit, action, number],
  );
}

/** Says when an Undo was refused, because the words were changed again in the meantime. Once on the page of a call. */
export function useUndoRefusal(): void {
  const { t } = useTranslation("transcript");
  const toast = useToast();
  const { data } = useFetcher<SubmissionResult>({ key: UNDO });
  useEffect(() => {
    if (data?.status === "error") toast({ text: t("versions.refused") });
  }, [data, t, toast]);
}
