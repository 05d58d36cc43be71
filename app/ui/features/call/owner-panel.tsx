import { Form, useActionData } from "@remix-run/react";
import { useId } from "react";
import type { PersonRef } from "#app/core/domain/views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";

type Props = {
  owner: PersonRef;
  /** Who the reader may give the call to; null: it is not theirs to give. */
  newOwners: readonly PersonRef[] | null;
};
type Refusal = { error?: Record<string, string[] | null> | null };

/** Whose call it is, and the way to give it to somebody else. */
export function OwnerPanel({ owner, newOwners }: Props) {
  const { t } = useTranslation("record");
  const { t: forms } = useTranslation("forms");
  const answer = useActionData<Refusal>();
  const id = useId();
  const codes = answer?.error?.["memberId"] ?? [];
  return (
    <section className="grid gap-2 border-t border-line px-4 py-3 text-sm">
      <h3 className="text-xs font-strong text-ink-muted">{t("fact.owner")}</h3>
      <p className="flex items-center gap-2">
        <Face name={owner.name} side="us" />
        <span className="min-w-0 wrap-anywhere">{owner.name}</span>
      </p>
      {newOwners === null || newOwners.length === 0 ? null : (
        <Form method="post" className="flex flex-wrap items-end gap-2">
          {codes.length === 0 ? null : (
            <p role="alert" className="basis-full text-xs text-danger">
              {codes
                .map((code) =>
                  formText(forms, code, { name: "memberId", label: t("page.newOwner") }),
                )
                .join(" ")}
            </p>
          )}
          <label htmlFor={id} className="grid flex-1 basis-32 gap-1 text-xs text-ink-muted">
            {t("page.newOwner")}
            <Select
              id={id}
              name="memberId"
              size="small"
              options={newOwners.map(({ id: value, name }) => ({ value, label: name }))}
            />
          </label>
          <FormButton tone="plain" name="intent" value="transfer">
            {t("page.giveAway")}
          </FormButton>
        </Form>
      )}
    </section>
  );
}
