import { Form, useActionData, useNavigation } from "@remix-run/react";
import { type FormEvent, useId, useRef, useState } from "react";
import type { PlaybackView } from "#app/core/pages/playback-views.ts";
import type { PersonRef } from "#app/core/domain/views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = {
  call: Pick<PlaybackView["call"], "owner" | "visibility">;
  /** Who the reader may give the call to; null: it is not theirs to give. */
  newOwners: readonly PersonRef[] | null;
};
type Refusal = { error?: Record<string, string[] | null> | null };

/** Whose call it is, and the way to give it to a colleague. */
export function OwnerPanel({ call, newOwners }: Props) {
  const { t } = useTranslation("call");
  const { owner } = call;
  return (
    <section className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      <h3 className="text-xs font-strong text-ink-muted">{t("fact.owner")}</h3>
      <p className="flex items-center gap-2">
        <Face name={owner.name} side="us" />
        <span className="min-w-0 wrap-anywhere">{owner.name}</span>
      </p>
      {newOwners === null || newOwners.length === 0 ? null : (
        <HandOver key={owner.id} call={call} newOwners={newOwners} />
      )}
    </section>
  );
}

/**
 * Choosing does nothing yet, and the button asks before it acts: the owner cannot take the call back. Without script the form is
 * sent as it is; nobody is chosen beforehand there either.
 */
function HandOver({ call, newOwners }: { call: Props["call"]; newOwners: readonly PersonRef[] }) {
  const { t } = useTranslation("call");
  const { t: own } = useTranslation("panels");
  const { t: forms } = useTranslation("forms");
  const { t: common } = useTranslation("common");
  const answer = useActionData<Refusal>();
  const { state } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState("");
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const codes = answer?.error?.["memberId"] ?? [];
  const name = newOwners.find((person) => person.id === chosen)?.name ?? "";
  const ask = (event: FormEvent) => {
    if (isAsking) return;
    event.preventDefault();
    setAsking(true);
  };
  return (
    <Form ref={form} method="post" onSubmit={ask} className="flex flex-wrap items-end gap-2">
      {codes.length === 0 ? null : (
        <p role="alert" className="basis-full text-xs text-danger">
          {codes
            .map((code) => formText(forms, code, { name: "memberId", label: t("page.newOwner") }))
            .join(" ")}
        </p>
      )}
      <label htmlFor={id} className="grid flex-1 basis-32 gap-1 text-xs text-ink-muted">
        {t("page.newOwner")}
        <Select
          id={id}
          name="memberId"
          size="small"
          required
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          options={[
            { value: "", label: own("handOver.choose") },
            ...newOwners.map((person) => ({ value: person.id, label: person.name })),
          ]}
        />
      </label>
      <input type="hidden" name="intent" value="transfer" />
      <FormButton tone="plain">{own("handOver.button")}</FormButton>
      <Dialog
        title={own("handOver.title", { name })}
        effect={own(`handOver.effect.${call.visibility}`, { name })}
        open={isAsking}
        onOpenChange={setAsking}
        actions={
          <>
            <DialogClose>
              <Button>{common("cancel")}</Button>
            </DialogClose>
            <Button
              tone="danger"
              busy={state === "idle" ? undefined : own("handOver.busy")}
              onClick={() => form.current?.requestSubmit()}
            >
              {own("handOver.confirm", { name })}
            </Button>
          </>
        }
      />
    </Form>
  );
}
