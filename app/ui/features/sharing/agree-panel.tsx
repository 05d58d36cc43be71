import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { codesIn, type ShareAnswer } from "./share-answer.ts";

type Props = { action: string; revision: number; onDone: () => void };

/** A clip was changed by somebody who may not show its call: its links wait for somebody who may. */
export function AgreePanel({ action, revision, onDone }: Props) {
  const { t } = useTranslation("share");
  const { t: forms } = useTranslation("forms");
  const fetcher = useFetcher<ShareAnswer>();
  const isReadOnly = useReadOnly();
  const told = useRef(false);
  useEffect(() => {
    if (fetcher.data?.ok !== true || told.current) return;
    told.current = true;
    onDone();
  }, [fetcher.data, onDone]);
  const codes = codesIn(fetcher.data);
  return (
    <fetcher.Form
      method="post"
      action={action}
      className="grid gap-2 rounded-panel border border-line bg-surface px-3 py-2.5 text-sm"
    >
      <input type="hidden" name="intent" value="agree" />
      <input type="hidden" name="revision" value={revision} />
      <p>{t("clip.changed")}</p>
      {codes.length === 0 ? null : (
        <p role="alert" className="text-xs text-danger">
          {codes.map((code) => formText(forms, code, { name: "", label: "" })).join(" ")}
        </p>
      )}
      <span>
        <Button
          type="submit"
          size="small"
          busy={fetcher.state !== "idle" && t("list.saving")}
          disabledReason={isReadOnly}
        >
          {t("clip.agree")}
        </Button>
      </span>
    </fetcher.Form>
  );
}
