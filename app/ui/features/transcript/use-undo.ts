import { useFetcher, useFetchers, useSubmit } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useToast } from "#app/ui/components/primitive/toast.tsx";

/** What corrected words is gone when Undo is pressed: the answer to it waits under a name. */
const UNDO = "undo-correction";
const CORRECTIONS = new Set<unknown>(["correct_words", "correct_speaker"]);

/**
 * Says that a correction was saved, with Undo: the words of the version before it become current again, as a version of their own.
 * Once on the page of a call, over everything that is made anew with the next version of the words.
 * @param action where the forms go
 * @param number version of the words the page shows; null: none
 */
export function useUndo(action: string, number: number | null): void {
  const { t } = useTranslation("transcript");
  const toast = useToast();
  const submit = useSubmit();
  const { data: undone } = useFetcher<SubmissionResult>({ key: UNDO });
  const sent = useRef<{ before: number; made: number | null } | null>(null);
  const running = useFetchers().find(({ formData }) => CORRECTIONS.has(formData?.get("intent")));
  const isRunning = running !== undefined;
  const before = Number(running?.formData?.get("number"));
  const answered = running?.state === "loading" ? numberOf(running.data) : null;
  useEffect(() => {
    if (isRunning) {
      sent.current = { before, made: answered };
      return;
    }
    const done = sent.current;
    sent.current = null;
    if (done === null || number === null) return;
    // A busy browser draws the answer and the words that follow it at once: then the next version is the one it made.
    const made = done.made ?? (number === done.before + 1 ? number : null);
    if (made === null || made === done.before) return;
    toast({
      text: t("correct.saved", { number: made }),
      onUndo: () => {
        const form = { intent: "revert_transcript", number: made, to: done.before };
        submit(form, { method: "post", action, navigate: false, fetcherKey: UNDO });
      },
    });
  }, [isRunning, before, answered, number, t, toast, submit, action]);
  useEffect(() => {
    if (undone?.status === "error") toast({ text: t("versions.refused") });
  }, [undone, t, toast]);
}

/** The version an accepted correction made, which is the one it was made on where nothing changed; null for a refusal. */
function numberOf(answer: unknown): number | null {
  if (typeof answer !== "object" || answer === null || !("number" in answer)) return null;
  return typeof answer.number === "number" ? answer.number : null;
}
