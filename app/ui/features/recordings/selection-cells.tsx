import { useId } from "react";
import type { RecordingRow } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { SELECTION_FORM, useSelection } from "./selection.tsx";

/** Takes one call into the selection; with Shift all from the last one to it. */
export function SelectRow({ row: { callId, title } }: { row: RecordingRow }) {
  const { t } = useTranslation("bulk");
  const { isPicked, press } = useSelection();
  return (
    <Checkbox
      name="callIds"
      value={callId}
      form={SELECTION_FORM}
      autoComplete="off"
      aria-label={t("select.row", { title })}
      checked={isPicked(callId)}
      onChange={({ nativeEvent }) =>
        press(callId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

/** Takes all calls of the page in or out: the box in the head of the table. */
export function SelectPage() {
  const { t } = useTranslation("bulk");
  return (
    <span className="grid size-8 place-items-center noscript:hidden">
      <PageBox label={t("select.page")} />
    </span>
  );
}

/** The same with its words beside it, where the list has no head. */
export function SelectPageLine() {
  const { t } = useTranslation("bulk");
  const id = useId();
  return (
    <span className="inline-flex min-h-8 items-center gap-1 text-xs text-ink-muted noscript:hidden">
      <PageBox id={id} />
      <label htmlFor={id}>{t("select.page")}</label>
    </span>
  );
}

function PageBox({ id, label }: { id?: string; label?: string }) {
  const { page, pressPage } = useSelection();
  return (
    <Checkbox
      id={id}
      data-focus-home
      autoComplete="off"
      aria-label={label}
      title={label}
      checked={page === "all"}
      isMixed={page === "some"}
      onChange={pressPage}
    />
  );
}
