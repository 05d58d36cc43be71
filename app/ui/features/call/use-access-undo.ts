import { useFetcher, useSubmit } from "@remix-run/react";
import { useCallback, useEffect } from "react";
import type { GrantLevel } from "#app/core/domain/call/access-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { useToast } from "#app/ui/components/primitive/toast.tsx";

/** What a form of the list was answered; `error` by field. */
export type AccessAnswer = {
  ok?: boolean;
  grantId?: string;
  error?: Record<string, string[] | null> | null;
};
type Undo =
  | { intent: "give_access"; memberId: string; level: GrantLevel }
  | { intent: "take_back_access"; grantId: string };

const UNDO = "undo-access";

/** Says in a corner that access was given or taken back, with the opposite as Undo, also after the dialog is closed. */
export function useAccessUndo(callId: string): (text: string, undo: Undo) => void {
  const toast = useToast();
  const submit = useSubmit();
  return useCallback(
    (text, undo) =>
      toast({
        text,
        onUndo: () => {
          const action = paths.playback(callId);
          submit(undo, { method: "post", action, navigate: false, fetcherKey: UNDO });
        },
      }),
    [toast, submit, callId],
  );
}

/** Says that an Undo was refused. Once in the dialog. */
export function useRefusedUndo(): void {
  const { t } = useTranslation("access");
  const toast = useToast();
  const { data } = useFetcher<AccessAnswer>({ key: UNDO });
  const isRefused = data !== undefined && data.ok !== true;
  useEffect(() => {
    if (isRefused) toast({ text: t("refused") });
  }, [isRefused, data, t, toast]);
}

/** Form codes of an answer, of whatever field. */
export const codesOf = (answer: AccessAnswer | undefined): string[] =>
  Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? []);
