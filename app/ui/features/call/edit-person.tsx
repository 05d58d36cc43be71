import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { useColleague } from "#app/ui/features/colleague/use-colleague.ts";
import type { AccessAnswer } from "./access-answer.ts";
import type { ChangeablePerson } from "./person-button.tsx";
import { type Linking, PersonLink } from "./person-link.tsx";

type Props = { person: ChangeablePerson; linking: Linking; onClose: () => void };

const TEXTS = [
  { field: "name", type: "text", max: 60, hint: null },
  { field: "email", type: "email", max: 320, hint: "personEmailHint" },
  { field: "phone", type: "tel", max: 40, hint: "personPhoneHint" },
] as const;
const LABELS = { name: "personName", email: "personEmail", phone: "personPhone" } as const;

/** Name, side, e-mail and phone of a person of a call, and the way to take them off it. */
export default function EditPerson({
  person: { id: participantId, known, ...person },
  linking,
  onClose,
}: Props) {
  const { t } = useTranslation("call");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const { Form, state, data, formData } = useFetcher<AccessAnswer>();
  const { t: colleague } = useTranslation("colleague");
  const id = useId();
  const [name, setName] = useState(person.name);
  const [side, setSide] = useState<string>(person.side ?? "C");
  const looked = useColleague(name, side === "R");
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (data?.ok === true) close.current();
  }, [data]);
  const wrong = Object.entries<string[] | null>(data?.error ?? {}).flatMap(([field, codes]) =>
    (codes ?? []).map((code) => ({ field, code })),
  );
  const isWrong = (field: string) => wrong.some((one) => one.field === field) || undefined;
  const isRemoving = formData?.get("intent") === "remove_person";
  const start = { name: person.name, email: known.email ?? "", phone: known.phone ?? "" };
  const labelOf = (name: string) => {
    const known = TEXTS.find(({ field }) => field === name);
    return known ? t(`page.${LABELS[known.field]}`) : undefined;
  };
  const which = (
    <>
      <input type="hidden" name="participantId" value={participantId} />
      <input type="hidden" name="version" value={known.version} />
    </>
  );
  return (
    <>
      <Form method="post" className="grid gap-3" noValidate>
        {wrong.length === 0 ? null : (
          <div id={`${id}w`} role="alert" className="text-sm text-danger">
            {wrong.map(({ field, code }) => (
              <p key={field + code}>
                {formText(forms, code, { name: field, label: labelOf(field) })}
              </p>
            ))}
          </div>
        )}
        {which}
        {TEXTS.map(({ field, type, max, hint }) => (
          <div key={field} className="grid min-w-0 gap-1">
            <label htmlFor={id + field} className="text-sm font-medium">
              {t(`page.${LABELS[field]}`)}{" "}
              {hint === null ? null : (
                <span className="font-normal text-ink-muted">{common("optional")}</span>
              )}
            </label>
            <input
              id={id + field}
              name={field}
              type={type}
              autoComplete="off"
              maxLength={max}
              required={hint === null}
              defaultValue={start[field]}
              onChange={
                field === "name" ? (event) => setName(event.currentTarget.value) : undefined
              }
              aria-invalid={isWrong(field)}
              aria-describedby={
                isWrong(field) ? `${id}w` : hint === null ? undefined : `${id}${field}h`
              }
              className={controlLook({ className: "w-full font-normal" })}
            />
            {hint === null ? null : (
              <p id={`${id}${field}h`} className="text-xs text-ink-muted">
                {t(`page.${hint}`)}
              </p>
            )}
          </div>
        ))}
        <label htmlFor={`${id}s`} className="grid gap-1 text-sm font-medium">
          {t("page.personSide")}
          <Select
            id={`${id}s`}
            name="side"
            value={side}
            onChange={(event) => setSide(event.currentTarget.value)}
            options={[
              { value: "R", label: common("side.us") },
              { value: "C", label: common("side.them") },
            ]}
          />
        </label>
        {side === "R" ? (
          <PersonLink
            linking={linking}
            looked={looked}
            stored={{ name: person.name, member: known.member }}
            name={name}
          />
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <span className="mr-auto">
            <FormButton
              form={`${id}r`}
              tone="quiet"
              name="intent"
              value="remove_person"
              aria-label={
                person.name === ""
                  ? t("page.personRemoveUnnamed")
                  : t("page.personRemoveOf", { name: person.name })
              }
              isBusy={state !== "idle" && isRemoving}
              busyText={t("page.personRemoving")}
            >
              {t("page.personRemove")}
            </FormButton>
          </span>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <FormButton
            name="intent"
            value="change_person"
            isBusy={looked.isWaiting || (state !== "idle" && !isRemoving)}
            busyText={looked.isWaiting ? colleague("checking") : t("page.saving")}
          >
            {t("page.save")}
          </FormButton>
        </div>
      </Form>
      {/* Its own form: Enter in a field saves. */}
      <Form method="post" id={`${id}r`} hidden>
        {which}
      </Form>
    </>
  );
}
