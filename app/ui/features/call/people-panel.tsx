import { useFetcher } from "@remix-run/react";
import { useId } from "react";
import type { ContactRef } from "#app/core/domain/contact/contact-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formText } from "#app/i18n/form-text.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { ContactButton } from "./contact-button.tsx";
import { PersonButton } from "./person-button.tsx";

export type CallPerson = {
  id: string;
  name: string;
  side: "R" | "C" | null;
  isRecorded: boolean;
  isCustomer: boolean;
  contact: ContactRef | null;
  /** What can be corrected of them; null: nothing. */
  known: { version: number; email: string | null; phone: string | null } | null;
};
type Props = {
  people: readonly CallPerson[];
  isMixed: boolean;
  /** Of a file with several sound tracks: how many were mixed into the one lane. */
  mixedTracks: number | null;
  canEdit: boolean;
  /** The call whose people's contacts can be said; null: the reader may not change it. */
  contactsOf: string | null;
};
type Refusal = { error?: Record<string, string[] | null> | null };

/** Who took part; on a mixed recording also the way to name them. */
export function PeoplePanel({ people, isMixed, mixedTracks, canEdit, contactsOf }: Props) {
  const { t } = useTranslation("call");
  const { t: common } = useTranslation("common");
  return (
    <div className="grid gap-3 px-4 py-3 text-sm">
      {mixedTracks === null ? null : (
        <p className="text-xs text-ink-muted">{t("page.mixedTracks", { count: mixedTracks })}</p>
      )}
      {isMixed ? <p className="text-xs text-ink-muted">{t("page.unknownSpeakers")}</p> : null}
      <ul className="grid gap-1.5">
        {people.map(({ id, name, side, isRecorded, isCustomer, contact, known }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2">
            <Face name={name} side={side === "R" ? "us" : side === "C" ? "them" : "none"} />
            <span className="min-w-0 grow wrap-anywhere">
              {name === "" ? (side === "C" ? common("side.them") : common("side.everybody")) : name}
              {contact === null ? null : (
                <span className="block text-xs text-ink-muted">
                  {[contact.name === name ? null : contact.name, contact.title, contact.company]
                    .filter((fact) => fact !== null)
                    .join(" · ")}
                </span>
              )}
            </span>
            {isRecorded ? null : <Tag tone="plain">{t("page.unrecorded")}</Tag>}
            <span className="text-xs text-ink-muted">
              {side === null ? null : common(side === "R" ? "side.us" : "side.them")}
            </span>
            {isCustomer && contactsOf !== null ? (
              <ContactButton callId={contactsOf} person={{ id, name, contact }} />
            ) : null}
            {known === null ? null : <PersonButton person={{ id, name, side, known }} />}
          </li>
        ))}
      </ul>
      {canEdit ? <AddPerson /> : null}
    </div>
  );
}

function AddPerson() {
  const { t } = useTranslation("call");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const fetcher = useFetcher<Refusal>();
  const id = useId();
  const codes = Object.values<string[] | null>(fetcher.data?.error ?? {}).flatMap(
    (found) => found ?? [],
  );
  return (
    <fetcher.Form method="post" className="grid gap-2 border-t border-line pt-3">
      <p className="text-xs font-strong text-ink-muted">{t("page.addPerson")}</p>
      {codes.length > 0 ? (
        <p role="alert" className="text-xs text-danger">
          {codes
            .map((code) => formText(forms, code, { name: "name", label: t("page.personName") }))
            .join(" ")}
        </p>
      ) : null}
      <div className="flex flex-wrap items-end gap-2">
        <label htmlFor={`${id}n`} className="grid flex-1 basis-32 gap-1 text-xs text-ink-muted">
          {t("page.personName")}
          <input
            id={`${id}n`}
            name="name"
            required
            maxLength={60}
            className={controlLook({ size: "small", className: "w-full" })}
          />
        </label>
        <label htmlFor={`${id}s`} className="grid gap-1 text-xs text-ink-muted">
          {t("page.personSide")}
          <Select
            id={`${id}s`}
            name="side"
            size="small"
            width="hug"
            options={[
              { value: "R", label: common("side.us") },
              { value: "C", label: common("side.them") },
            ]}
          />
        </label>
        <FormButton
          tone="plain"
          name="intent"
          value="add_person"
          isBusy={fetcher.state !== "idle"}
          busyText={t("page.adding")}
        >
          {t("page.add")}
        </FormButton>
      </div>
    </fetcher.Form>
  );
}
