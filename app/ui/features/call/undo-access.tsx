import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { type AccessAnswer, type AccessDone, codesOf } from "./access-answer.ts";

type Props = { callId: string; done: AccessDone; onUndone: () => void };

/**
 * What was done last, with Undo, in the dialog: a notice in the corner lies outside of it, where neither pointer nor
 * keyboard come while it is open.
 */
export function UndoAccess({ callId, done: { text, undo }, onUndone }: Props) {
  const { t } = useTranslation("access");
  const { t: common } = useTranslation("common");
  const fetcher = useFetcher<AccessAnswer>();
  const finish = useRef(onUndone);
  useEffect(() => {
    finish.current = onUndone;
  });
  useEffect(() => {
    if (fetcher.data?.ok === true) finish.current();
  }, [fetcher.data]);
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 rounded-control bg-surface-sunken py-1 pr-1.5 pl-3 text-sm">
      <p role="status" className="grow">
        {codesOf(fetcher.data).length > 0 ? t("refused") : text}
      </p>
      <Button
        tone="quiet"
        busy={fetcher.state !== "idle" && common("working")}
        onClick={() => fetcher.submit(undo, { method: "post", action: paths.playback(callId) })}
      >
        {common("undo")}
      </Button>
    </div>
  );
}
