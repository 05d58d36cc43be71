import { useFetcher, useFetchers, useSubmit } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useToast } from "#app/ui/components/primitive/toast.tsx";

/** What corrected words is gone when Undo is pressed: the answer to it waits under a name. */
const UNDO = "undo-correction";
const CORRECTIONS = new Set<unknown>(["correct_words", "correct_speaker"]);

/**
 * Says that a correction was saved, with Undo: the words of the version before it become current again, as a version of their own.
 * Once on the page of a call, over everything that is made anew with the next version of the words.
 * @param action where the forms go
 */
export function useUndo(action: string): void {
  const { t } = useTranslation("transcript");
  const toast = useToast();
  const submit = useSubmit();
  const { data: undone } = useFetcher<SubmissionResult>({ key: UNDO });
  const saved = useFetchers().find(
    ({ state, formData }) => state === "loading" && CORRECTIONS.has(formData?.get("intent")),
  );
  const made = numberOf(saved?.data);
  const before = Number(saved?.formData?.get("number"));
  useEffect(() => {
    if (made === null || made === before) return;
    toast({
      text: t("correct.saved", { number: made }),
      onUndo: () => {
        const form = { intent: "revert_transcript", number: made, to: before };
        submit(form, { method: "post", action, navigate: false, fetcherKey: UNDO });
      },
    });
  }, [made, before, t, toast, submit, action]);
  useEffect(() => {
    if (undone?.status === "error") toast({ text: t("versions.refused") });
  }, [undone, t, toast]);
}

/** The version an accepted correction made, which is the one it was made on where nothing changed; null for a refusal. */
function numberOf(answer: unknown): number | null {
  if (typeof answer !== "object" || answer === null || !("number" in answer)) return null;
  return typeof answer.number === "number" ? answer.number : null;
}
