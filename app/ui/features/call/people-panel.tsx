import { useFetcher } from "@remix-run/react";
import { useEffect, useId, useState } from "react";
import type { ContactRef } from "#app/core/domain/contact/contact-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { formText } from "#app/i18n/form-text.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { ContactButton } from "./contact-button.tsx";
import { useColleague } from "#app/ui/features/colleague/use-colleague.ts";
import { type ChangeablePerson, PersonButton } from "./person-button.tsx";
import { type Linking, PersonLink } from "./person-link.tsx";

export type CallPerson = {
  id: string;
  name: string;
  side: "R" | "C" | null;
  isRecorded: boolean;
  isCustomer: boolean;
  contact: ContactRef | null;
  /** What can be corrected of them; null: nothing. */
  known: ChangeablePerson["known"] | null;
};
type Props = {
  people: readonly CallPerson[];
  isMixed: boolean;
  /** Of a file with several sound tracks: how many were mixed into the one lane. */
  mixedTracks: number | null;
  canEdit: boolean;
  linking: Linking;
  /** The call whose people's contacts can be said; null: the reader may not change it. */
  contactsOf: string | null;
};
type Refusal = { error?: Record<string, string[] | null> | null };

/** Who took part; on a mixed recording also the way to name them. */
export function PeoplePanel({ people, isMixed, mixedTracks, canEdit, linking, contactsOf }: Props) {
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
            {known === null ? null : (
              <PersonButton person={{ id, name, side, known }} linking={linking} />
            )}
          </li>
        ))}
      </ul>
      {canEdit ? <AddPerson linking={linking} /> : null}
    </div>
  );
}

function AddPerson({ linking }: { linking: Linking }) {
  const { t } = useTranslation("call");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const { t: colleague } = useTranslation("colleague");
  const fetcher = useFetcher<Refusal>();
  const id = useId();
  const [name, setName] = useState("");
  const [side, setSide] = useState("R");
  const looked = useColleague(name, side === "R");
  const isAdded = fetcher.state === "idle" && fetcher.data !== undefined && !fetcher.data.error;
  useEffect(() => {
    if (isAdded) setName("");
  }, [isAdded]);
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
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
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
            value={side}
            onChange={(event) => setSide(event.currentTarget.value)}
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
          isBusy={looked.isWaiting || fetcher.state !== "idle"}
          busyText={looked.isWaiting ? colleague("checking") : t("page.adding")}
        >
          {t("page.add")}
        </FormButton>
        <PersonLink linking={linking} looked={looked} name={name} />
      </div>
    </fetcher.Form>
  );
}
