import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useReadOnly } from "#app/ui/components/primitive/read-only.tsx";
import { AddressesField, PasswordField } from "./condition-fields.tsx";
import type { LinkCommand } from "./link-row.tsx";
import type { ShareAnswer } from "./share-answer.ts";

const isDone = (answer: ShareAnswer | undefined, intent: string): boolean =>
  answer?.ok === true && answer.intent === intent;

/** Lets more people open a link; the first address closes it to all others. */
export function AddPeople({ isFirst, command }: { isFirst: boolean; command: LinkCommand }) {
  const { t } = useTranslation("share");
  const isReadOnly = useReadOnly();
  const { act, busy, answer } = command;
  const [addresses, setAddresses] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    act({ intent: "add_link_addresses", addresses });
  };
  return (
    <form onSubmit={add} className="grid content-start gap-2">
      <AddressesField
        hint={t(isFirst ? "list.addFirstHint" : "list.addPeopleHint")}
        answer={answer}
        value={addresses}
        onChange={setAddresses}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          size="small"
          busy={busy === "add_link_addresses" && t("list.addingPeople")}
          disabledReason={isReadOnly}
        >
          {t("list.addPeople")}
        </Button>
        <span role="status" className="text-xs text-ink-muted">
          {isDone(answer, "add_link_addresses") ? t("list.peopleAdded") : null}
        </span>
      </div>
    </form>
  );
}

/** A password for a link, or another one: it ends what was opened with the one before. */
export function LinkPassword({
  hasPassword,
  command,
}: {
  hasPassword: boolean;
  command: LinkCommand;
}) {
  const { t } = useTranslation("share");
  const isReadOnly = useReadOnly();
  const { act, busy, answer } = command;
  const [password, setPassword] = useState("");
  const [sent, setSent] = useState<ShareAnswer | undefined>(undefined);
  const isSaved = isDone(answer, "change_link_password");
  // Once it is saved the field is empty: it is shown nowhere again.
  if (isSaved && sent !== answer) {
    setSent(answer);
    setPassword("");
  }
  const save = (event: FormEvent) => {
    event.preventDefault();
    act({ intent: "change_link_password", password });
  };
  return (
    <form onSubmit={save} className="grid content-start gap-2">
      <PasswordField
        label={t(hasPassword ? "list.password" : "password")}
        hint={t("list.passwordHint")}
        answer={answer}
        value={password}
        onChange={setPassword}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          size="small"
          busy={busy === "change_link_password" && t("list.saving")}
          disabledReason={isReadOnly}
        >
          {t(hasPassword ? "list.savePassword" : "list.setPassword")}
        </Button>
        <span role="status" className="text-xs text-ink-muted">
          {isSaved ? t("list.passwordChanged") : null}
        </span>
      </div>
    </form>
  );
}
