import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { TALK_KINDS } from "#app/core/domain/views.ts";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Refusal = { error?: Record<string, string[] | null> | null; ok?: boolean };
type Props = { call: PlaybackView["call"]; mayShow: boolean; onClose: () => void };

/** Title, company, and who may see the call; closes when it is saved. */
export function EditForm({ call, mayShow, onClose }: Props) {
  const { t } = useTranslation("call");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const { t: list } = useTranslation("recordings");
  const fetcher = useFetcher<Refusal>();
  const id = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (fetcher.data?.ok === true) close.current();
  }, [fetcher.data]);
  const wrong = Object.entries<string[] | null>(fetcher.data?.error ?? {});
  return (
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
      <label htmlFor={`${id}k`} className="grid gap-1 text-sm font-medium">
        {list("talkKindLabel")}
        <Select
          id={`${id}k`}
          name="talkKind"
          defaultValue={call.talkKind ?? ""}
          options={[
            { value: "", label: list("talkByLabel") },
            ...TALK_KINDS.map((value) => ({ value, label: list(`talk.${value}`) })),
          ]}
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
        <Button onClick={onClose}>{common("cancel")}</Button>
        <FormButton isBusy={fetcher.state !== "idle"} busyText={t("page.saving")}>
          {t("page.save")}
        </FormButton>
      </div>
    </fetcher.Form>
  );
}
