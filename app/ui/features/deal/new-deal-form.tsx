import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import type { DealChoices } from "#app/core/domain/deal/deal-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { type DealAnswer, wrongOf } from "./answer.ts";

type Props = {
  callId: string;
  choices: Pick<DealChoices, "company" | "isPrivate" | "stages" | "maySetStages">;
  onMade: (name: string) => void;
  onCancel: () => void;
};

const FIELD = "grid min-w-0 gap-1 text-sm font-medium";
const TEXTS = ["name", "company", "amount", "currency", "closeDate", "nextStep"] as const;
type Field = (typeof TEXTS)[number] | "stage";
const FIELD_OF: Record<string, Field> = { stageId: "stage" };
const look = controlLook({ className: "w-full font-normal" });

/** Enters a deal by hand and links the call to it. */
export function NewDealForm({ callId, choices, onMade, onCancel }: Props) {
  const { t } = useTranslation("deal");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const { Form, state, data } = useFetcher<DealAnswer>();
  const id = useId();
  const name = useRef("");
  const first = useRef<HTMLInputElement>(null);
  const made = useRef(onMade);
  useEffect(() => {
    made.current = onMade;
  });
  useEffect(() => first.current?.focus(), []);
  useEffect(() => {
    if (data?.ok === true) made.current(name.current);
  }, [data]);
  if (choices.stages.length === 0)
    return (
      <p className="text-sm text-ink-muted">
        {t("new.noStages")}{" "}
        {choices.maySetStages ? (
          <TextLink tone="sentence" to={paths.settingGeneral({ tab: "deals" })}>
            {t("new.addStages")}
          </TextLink>
        ) : null}
      </p>
    );
  const wrong = wrongOf(data);
  const labelOf = (field: string): string =>
    t(`new.${FIELD_OF[field] ?? TEXTS.find((known) => known === field) ?? "name"}`);
  const isWrong = (field: string) => wrong.some((one) => one.field === field) || undefined;
  const input = (field: (typeof TEXTS)[number]) => ({
    name: field,
    autoComplete: "off",
    "aria-invalid": isWrong(field),
    className: look,
  });
  return (
    <Form
      method="post"
      action={paths.playback(callId)}
      className="grid gap-3"
      onSubmit={(event) => {
        const typed = new FormData(event.currentTarget).get("name");
        name.current = typeof typed === "string" ? typed.trim() : "";
      }}
    >
      <h3 className="text-sm font-strong">{t("new.title")}</h3>
      {wrong.length === 0 ? null : (
        <div role="alert" className="text-sm text-danger">
          {wrong.map(({ field, code }) => (
            <p key={field + code}>
              {formText(forms, code, { name: field, label: labelOf(field) })}
            </p>
          ))}
        </div>
      )}
      <input type="hidden" name="intent" value="make_deal" />
      <label className={FIELD}>
        {t("new.name")}
        <input ref={first} {...input("name")} required maxLength={200} />
      </label>
      <div className="grid gap-3 sm:grid-cols-2">
        <label className={FIELD}>
          {t("new.company")}
          <input
            {...input("company")}
            maxLength={120}
            // What a private call is about becomes known only to whoever types it.
            defaultValue={choices.isPrivate ? "" : (choices.company ?? "")}
          />
        </label>
        <label htmlFor={`${id}s`} className={FIELD}>
          {t("new.stage")}
          <Select
            id={`${id}s`}
            name="stageId"
            aria-invalid={isWrong("stageId")}
            options={choices.stages.map((stage) => ({ value: stage.id, label: stage.name }))}
          />
        </label>
        <div className="grid grid-cols-[minmax(0,1fr)_5rem] gap-2">
          <label className={FIELD}>
            {t("new.amount")}
            <input {...input("amount")} inputMode="decimal" maxLength={18} />
          </label>
          <label className={FIELD}>
            {t("new.currency")}
            <input {...input("currency")} maxLength={3} placeholder="EUR" />
          </label>
        </div>
        <label className={FIELD}>
          {t("new.closeDate")}
          <input {...input("closeDate")} type="date" />
        </label>
      </div>
      <label className={FIELD}>
        {t("new.nextStep")}
        <input {...input("nextStep")} maxLength={500} />
      </label>
      {choices.isPrivate ? <p className="text-xs text-ink-muted">{t("new.private")}</p> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <FormButton isBusy={state !== "idle"} busyText={t("new.saving")}>
          {t("new.save")}
        </FormButton>
      </div>
    </Form>
  );
}
