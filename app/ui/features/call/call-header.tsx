import { useFetcher } from "@remix-run/react";
import { Pencil } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Fact, Page } from "#app/ui/components/layout/page.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";

type Props = { view: PlaybackView; actions: ReactNode; children: ReactNode };

/** Title and facts in two lines, and what can be done with the call. */
export function CallPage({ view: { call, can }, actions, children }: Props) {
  const { t } = useTranslation("record");
  const { duration } = useFormat();
  return (
    <Page
      title={call.title}
      facts={
        <>
          <span>
            {call.startedAt === null ? null : (
              <Fact>
                <Moment iso={call.startedAt} style="whenInZone" />
              </Fact>
            )}
            {call.durationMs === null ? null : <>, {duration(call.durationMs)}</>}
          </span>
          {call.company === null ? null : <Fact>{call.company}</Fact>}
          <span>{call.owner.name}</span>
          <Tag>{t(`page.${call.visibility}`)}</Tag>
          {call.quality === null ? null : <Tag>{t("page.quality", { class: call.quality })}</Tag>}
        </>
      }
      actions={
        <>
          {can.editCall ? <EditCall call={call} mayShow={can.delete} /> : null}
          {actions}
        </>
      }
    >
      {children}
    </Page>
  );
}

type Refusal = { error?: Record<string, string[] | null> | null; ok?: boolean };

function EditCall({ call, mayShow }: { call: PlaybackView["call"]; mayShow: boolean }) {
  const { t } = useTranslation("record");
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
