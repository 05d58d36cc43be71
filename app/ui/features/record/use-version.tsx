import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";

/**
 * Makes a version of the words the one people read.
 * @param number the version that is current now
 */
export function UseVersion({ callId, number, to }: { callId: string; number: number; to: number }) {
  const { t } = useTranslation("record");
  const fetcher = useFetcher<SubmissionResult>();
  return (
    <fetcher.Form method="post" action={paths.playback(callId)}>
      <input type="hidden" name="intent" value="revert_transcript" />
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="to" value={to} />
      <FormButton tone="plain" size="small" isBusy={fetcher.state !== "idle"} busyText={t("using")}>
        {t("use", { number: to })}
      </FormButton>
      {fetcher.data?.status === "error" ? (
        <p role="alert" className="mt-1 text-xs text-danger">
          {t("useRefused")}
        </p>
      ) : null}
    </fetcher.Form>
  );
}
