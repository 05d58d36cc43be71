import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import type { ContactView } from "#app/core/domain/contact/contact-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import type { AccessAnswer } from "./access-answer.ts";

type Props = {
  callId: string;
  participantId: string;
  /** The one that is corrected; null: a new one. */
  contact: ContactView | null;
  /** What a new one begins with. */
  start: { name: string; email: string | null; company: string | null };
  onSaved: () => void;
  onCancel: () => void;
};

const FIELDS = ["name", "jobTitle", "company", "emails", "phones"] as const;
type Field = (typeof FIELDS)[number];
const look = controlLook({ className: "w-full font-normal" });

/** Enters or corrects the contact that somebody on a call is. */
export function ContactForm({ callId, participantId, contact, start, ...on }: Props) {
  const { t } = useTranslation("contact");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const { Form, state, data } = useFetcher<AccessAnswer>();
  const id = useId();
  const saved = useRef(on.onSaved);
  useEffect(() => {
    saved.current = on.onSaved;
  });
  useEffect(() => {
    if (data?.ok === true) saved.current();
  }, [data]);
  const labelOf = (field: Field) => t(field);
  // `emails[0]` is about the field that holds all of them.
  const wrong = Object.entries<string[] | null>(data?.error ?? {}).flatMap(([name, codes]) => {
    const field = FIELDS.find((known) => known === name.split("[")[0]) ?? "name";
    return (codes ?? []).map((code) => ({ field, code }));
  });
  // Two addresses may be wrong in one way.
  const said = [...new Map(wrong.map((one) => [one.field + one.code, one])).values()];
  const values: Record<Field, string> = {
    name: contact?.name ?? start.name,
    jobTitle: contact?.title ?? "",
    company: contact === null ? (start.company ?? "") : (contact.company ?? ""),
    emails: contact === null ? (start.email ?? "") : contact.emails.join(", "),
    phones: contact?.phones.join(", ") ?? "",
  };
  const hints = { emails: t("emailsHint"), phones: t("phonesHint") };
  return (
    <Form method="post" action={paths.playback(callId)} className="grid gap-3">
      <h3 className="text-sm font-strong">{t(contact === null ? "newTitle" : "editTitle")}</h3>
      {wrong.length === 0 ? null : (
        <div role="alert" className="text-sm text-danger">
          {said.map(({ field, code }) => (
            <p key={field + code}>
              {formText(forms, code, { name: field, label: labelOf(field) })}
            </p>
          ))}
        </div>
      )}
      <input
        type="hidden"
        name="intent"
        value={contact === null ? "make_contact" : "change_contact"}
      />
      <input type="hidden" name="participantId" value={participantId} />
      {contact === null ? null : (
        <>
          <input type="hidden" name="contactId" value={contact.id} />
          <input type="hidden" name="version" value={contact.version} />
        </>
      )}
      {FIELDS.map((field) => (
        <div key={field} className="grid min-w-0 gap-1">
          <label htmlFor={`${id}${field}`} className="text-sm font-medium">
            {labelOf(field)}
          </label>
          <input
            id={`${id}${field}`}
            name={field}
            autoComplete="off"
            required={field === "name"}
            maxLength={field === "emails" || field === "phones" ? 2_000 : 120}
            defaultValue={values[field]}
            aria-invalid={wrong.some((one) => one.field === field) || undefined}
            aria-describedby={field in hints ? `${id}${field}h` : undefined}
            className={look}
          />
          {field === "emails" || field === "phones" ? (
            <p id={`${id}${field}h`} className="text-xs text-ink-muted">
              {hints[field]}
            </p>
          ) : null}
        </div>
      ))}
      <div className="flex justify-end gap-2">
        <Button onClick={on.onCancel}>{common("cancel")}</Button>
        <FormButton isBusy={state !== "idle"} busyText={t("saving")}>
          {t(contact === null ? "make" : "save")}
        </FormButton>
      </div>
    </Form>
  );
}
