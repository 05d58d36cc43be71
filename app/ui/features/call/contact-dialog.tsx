import { useFetcher } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { ContactChoices, ContactRef } from "#app/core/domain/contact/contact-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LateContent } from "#app/ui/components/primitive/late-content.tsx";
import type { AccessAnswer } from "./access-answer.ts";
import { ContactForm } from "./contact-form.tsx";
import { LoadedDialog } from "./loaded-dialog.tsx";

type Props = {
  callId: string;
  person: { id: string; name: string };
  onClose: () => void;
};

/** A pause in typing. */
const PAUSE_MS = 150;

/** Says which contact somebody on a call is: one that is found, a new one, or none; closes once it is said. */
export default function ContactDialog({ callId, person, onClose }: Props) {
  const { t } = useTranslation("contact");
  const { load, data } = useFetcher<ContactChoices>();
  useEffect(() => load(paths.callContacts(callId, person.id)), [load, callId, person.id]);
  return (
    <LoadedDialog
      title={person.name === "" ? t("titleUnnamed") : t("title", { name: person.name })}
      loading={t("loading")}
      onClose={onClose}
    >
      {data === undefined ? null : (
        <LateContent>
          <Choosing callId={callId} choices={data} onDone={onClose} />
        </LateContent>
      )}
    </LoadedDialog>
  );
}

type ChoosingProps = { callId: string; choices: ContactChoices; onDone: () => void };

function Choosing({ callId, choices, onDone }: ChoosingProps) {
  const { t } = useTranslation("contact");
  const { person, contact } = choices;
  const [form, setForm] = useState<"new" | "edit" | null>(null);
  const { submit, state, data: answer } = useFetcher<AccessAnswer>();
  useEffect(() => {
    if (answer?.ok === true) onDone();
    // Once for each answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer]);
  const { text, setText, found } = useSearch(callId, choices);
  if (form !== null)
    return (
      <ContactForm
        callId={callId}
        participantId={person.id}
        contact={form === "edit" ? contact : null}
        start={{ ...person, company: choices.company }}
        onSaved={onDone}
        onCancel={() => setForm(null)}
      />
    );
  const send = (fields: Record<string, string>) =>
    submit(
      { participantId: person.id, ...fields },
      { method: "post", action: paths.playback(callId) },
    );
  const busy = state !== "idle" && t("choosing");
  return (
    <div className="grid gap-4 text-sm">
      <section className="grid gap-1.5 rounded-control bg-surface-sunken px-3 py-2">
        {contact === null ? (
          <p>{t("none")}</p>
        ) : (
          <>
            <h3 className="text-xs font-strong text-ink-muted">{t("now")}</h3>
            <Line contact={contact} />
            <p className="text-xs text-ink-muted wrap-anywhere empty:hidden">
              {[...contact.emails, ...contact.phones].join(" · ")}
            </p>
            {contact.isPrivate ? <p className="text-xs text-ink-muted">{t("private")}</p> : null}
            {contact.isFromCrm ? <p className="text-xs text-ink-muted">{t("fromCrm")}</p> : null}
            <div className="flex flex-wrap gap-2">
              {contact.isFromCrm ? null : (
                <Button size="small" onClick={() => setForm("edit")}>
                  {t("edit")}
                </Button>
              )}
              <Button
                size="small"
                tone="quiet"
                busy={busy}
                onClick={() => send({ intent: "no_contact" })}
              >
                {t("off")}
              </Button>
            </div>
          </>
        )}
      </section>
      {answer !== undefined && answer.ok !== true ? (
        <p role="alert" className="text-danger">
          {t("failed")}
        </p>
      ) : null}
      <input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        autoComplete="off"
        maxLength={120}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className={controlLook({ className: "w-full" })}
      />
      <section>
        {found.length === 0 ? null : (
          <h3 className="text-xs font-strong text-ink-muted">
            {t(text === "" ? "likely" : "found")}
          </h3>
        )}
        <ul className="divide-y divide-line">
          {found.map((one) => (
            <li key={one.id} className="flex min-h-11 flex-wrap items-center gap-x-2.5 py-1.5">
              <div className="min-w-0 flex-1">
                <Line contact={one} />
              </div>
              {one.id === contact?.id ? null : (
                <Button
                  size="small"
                  aria-label={t("chooseWho", { name: one.name })}
                  busy={busy}
                  onClick={() => send({ intent: "choose_contact", contactId: one.id })}
                >
                  {t("choose")}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <p role="status" className="text-xs text-ink-muted empty:hidden">
          {found.length === 0 && text !== "" ? t("nothing") : null}
        </p>
      </section>
      <div>
        <Button icon={Plus} onClick={() => setForm("new")}>
          {t("new")}
        </Button>
      </div>
    </div>
  );
}

function Line({ contact: { name, title, company } }: { contact: ContactRef }) {
  const facts = [title, company].filter((fact) => fact !== null);
  return (
    <>
      <bdi className="block font-medium wrap-anywhere">{name}</bdi>
      {facts.length === 0 ? null : (
        <span className="block text-xs text-ink-muted wrap-anywhere">{facts.join(" · ")}</span>
      )}
    </>
  );
}

/** What the server finds for a text; what was found before stays until the next answer is there. */
function useSearch(callId: string, { person, found: first }: ContactChoices) {
  const [text, setText] = useState("");
  const { load, data } = useFetcher<ContactChoices>();
  useEffect(() => {
    if (text === "") return undefined;
    const timer = setTimeout(() => load(paths.callContacts(callId, person.id, text)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, load, callId, person.id]);
  return { text, setText, found: text === "" ? first : (data?.found ?? first) };
}
