import { useFetcher } from "@remix-run/react";
import { Pencil } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Refusal = { error?: Record<string, string[] | null> | null; ok?: boolean };

/** The facts of a call in a form: title, company, and who may see it. */
export function EditCall({ call, mayShow }: { call: PlaybackView["call"]; mayShow: boolean }) {
  const { t } = useTranslation("call");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const { t: list } = useTranslation("recordings");
  const [isOpen, setOpen] = useState(false);
  const fetcher = useFetcher<Refusal>();
  const id = useId();
  useEffect(() => {
    if (fetcher.data?.ok === true) setOpen(false);
  }, [fetcher.data]);
  const wrong = Object.entries<string[] | null>(fetcher.data?.error ?? {});
  return (
    <Dialog
      title={t("page.editTitle")}
      size="form"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button icon={Pencil} disabledReason={useReadOnly()}>
          {t("page.edit")}
        </Button>
      }
    >
      <fetcher.Form method="post" className="grid gap-3">
        {wrong.length > 0 ? (
          <ul role="alert" className="text-sm text-danger">
            {wrong.flatMap(([field, codes]) =>
              (codes ?? []).map((code) => (
                <li key={field + code}>
                  {formText(forms, code, {
                    name: field,
                    label: field === "title" ? t("page.titleField") : t("page.companyField"),
                  })}
                </li>
              )),
            )}
          </ul>
        ) : null}
        <input type="hidden" name="intent" value="edit_call" />
        <input type="hidden" name="version" value={call.version} />
        <label htmlFor={`${id}t`} className="grid gap-1 text-sm font-medium">
          {t("page.titleField")}
          <input
            id={`${id}t`}
            name="title"
            required
            maxLength={200}
            defaultValue={call.title}
            className={controlLook({ className: "w-full font-normal" })}
          />
        </label>
        <label htmlFor={`${id}c`} className="grid gap-1 text-sm font-medium">
          {t("page.companyField")}
          <input
            id={`${id}c`}
            name="company"
            maxLength={120}
            defaultValue={call.company ?? ""}
            className={controlLook({ className: "w-full font-normal" })}
          />
        </label>
        {mayShow ? (
          <label htmlFor={`${id}v`} className="grid gap-1 text-sm font-medium">
            {t("page.visibleTo")}
            <Select
              id={`${id}v`}
              name="visibility"
              defaultValue={call.visibility}
              options={(["private", "team", "workspace"] as const).map((value) => ({
                value,
                label: list(`visibility.${value}`),
              }))}
            />
          </label>
        ) : null}
        <div className="flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>{common("cancel")}</Button>
          <FormButton isBusy={fetcher.state !== "idle"} busyText={t("page.saving")}>
            {t("page.save")}
          </FormButton>
        </div>
      </fetcher.Form>
    </Dialog>
  );
}
