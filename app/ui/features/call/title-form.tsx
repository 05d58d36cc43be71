import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";

type Props = { call: PlaybackView["call"]; onClose: () => void };
type Answer = { error?: Record<string, string[] | null> | null; ok?: boolean };

/** The title in a field: Enter saves it, Escape leaves it as it was. */
export function TitleForm({ call, onClose }: Props) {
  const { t } = useTranslation("playback");
  const { t: forms } = useTranslation("forms");
  const fetcher = useFetcher<Answer>();
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => field.current?.select(), []);
  const isSaved = fetcher.state === "idle" && fetcher.data?.ok === true;
  useEffect(() => {
    if (isSaved) close.current();
  }, [isSaved]);
  const wrong = Object.values<string[] | null>(fetcher.data?.error ?? {}).flatMap(
    (codes) => codes ?? [],
  );
  return (
    <fetcher.Form method="post" className="flex min-w-0 grow flex-wrap items-center gap-2">
      <input type="hidden" name="intent" value="edit_call" />
      <input type="hidden" name="version" value={call.version} />
      <input
        ref={field}
        name="title"
        required
        maxLength={200}
        defaultValue={call.title}
        aria-label={t("title.label")}
        aria-invalid={wrong.length > 0}
        aria-describedby={wrong.length > 0 ? errorId : undefined}
        onKeyDown={(event) => {
          if (event.key === "Escape" && !event.nativeEvent.isComposing) onClose();
        }}
        className={controlLook({ className: "min-w-0 grow basis-60 text-lg font-strong" })}
      />
      <FormButton isBusy={fetcher.state !== "idle"} busyText={t("title.saving")}>
        {t("title.save")}
      </FormButton>
      <Button onClick={onClose}>{t("title.cancel")}</Button>
      {wrong.length === 0 ? null : (
        <p id={errorId} role="alert" className="basis-full text-sm text-danger">
          {wrong
            .map((code) => formText(forms, code, { name: "title", label: t("title.label") }))
            .join(" ")}
        </p>
      )}
    </fetcher.Form>
  );
}
