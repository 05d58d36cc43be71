import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import type { PersonRef } from "#app/core/domain/views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type AccessAnswer, codesOf, type OnAccessDone } from "./access-answer.ts";

type Props = { callId: string; candidates: readonly PersonRef[]; onDone: OnAccessDone };
const FIELD = "grid min-w-0 gap-1 text-xs text-ink-muted";

/** Lets one more colleague see the call, or change it too. */
export function GiveAccess({ callId, candidates, onDone }: Props) {
  const { t } = useTranslation("access");
  const { t: forms } = useTranslation("forms");
  const fetcher = useFetcher<AccessAnswer>();
  const [chosen, setChosen] = useState("");
  const given = useRef("");
  const id = useId();
  const { data } = fetcher;
  useEffect(() => {
    if (data?.ok !== true || data.grantId === undefined) return;
    setChosen("");
    onDone({
      text: t("given", { name: given.current }),
      undo: { intent: "take_back_access", grantId: data.grantId },
    });
  }, [data, onDone, t]);
  const codes = codesOf(data);
  if (candidates.length === 0) return <p className="text-sm text-ink-muted">{t("give.nobody")}</p>;
  return (
    <fetcher.Form
      method="post"
      action={paths.playback(callId)}
      onSubmit={() => {
        given.current = candidates.find((person) => person.id === chosen)?.name ?? "";
      }}
      className="flex flex-wrap items-end gap-2"
    >
      <input type="hidden" name="intent" value="give_access" />
      {codes.length === 0 ? null : (
        <p id={`${id}e`} role="alert" className="basis-full text-sm text-danger">
          {codes
            .map((code) => formText(forms, code, { name: "memberId", label: t("give.person") }))
            .join(" ")}
        </p>
      )}
      <label htmlFor={`${id}p`} className={`${FIELD} flex-1 basis-44`}>
        {t("give.person")}
        <Select
          id={`${id}p`}
          name="memberId"
          size="small"
          required
          value={chosen}
          aria-invalid={codes.length > 0}
          aria-describedby={codes.length > 0 ? `${id}e` : undefined}
          onChange={(event) => setChosen(event.currentTarget.value)}
          options={[
            { value: "", label: t("give.choose") },
            ...candidates.map((person) => ({ value: person.id, label: person.name })),
          ]}
        />
      </label>
      <label htmlFor={`${id}l`} className={FIELD}>
        {t("give.level")}
        <Select
          id={`${id}l`}
          name="level"
          size="small"
          width="hug"
          options={(["view", "edit"] as const).map((value) => ({
            value,
            label: t(`give.${value}`),
          }))}
        />
      </label>
      <FormButton isBusy={fetcher.state !== "idle"} busyText={t("give.busy")}>
        {t("give.submit")}
      </FormButton>
    </fetcher.Form>
  );
}
