import { useFetcher, useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { passkeyBeginForm } from "#app/core/domain/account/profile.schema.ts";
import type { PasskeyRow } from "#app/core/domain/account/passkey-view.ts";
import type { Proof } from "#app/core/domain/account/profile-view.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { PasswordField } from "#app/ui/components/form/password-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { forCreation, isOffer } from "#app/ui/features/factor/passkey-offer.ts";
import { useCanUsePasskeys } from "#app/ui/features/factor/use-passkeys.ts";
import { RemovableList } from "./removable-list.tsx";

type Props = {
  passkeys: PasskeyRow[];
  proof: Proof;
  /** What stands in the place of the form while `proof` is stale. */
  signInAgain: ReactNode;
  answer: unknown;
};

/** The devices that sign in without a password. */
export function PasskeyPanel({ passkeys, proof, signInAgain, answer }: Props) {
  const { t } = useTranslation("general");
  const canAdd = useCanUsePasskeys();
  return (
    <Panel title={t("passkey.title")}>
      {passkeys.length === 0 ? (
        <p className="mb-3 text-sm">{t("passkey.empty")}</p>
      ) : (
        <div className="mb-4">
          <Passkeys passkeys={passkeys} answer={answer} />
        </div>
      )}
      {canAdd && proof === "stale" ? (
        signInAgain
      ) : canAdd ? (
        <AddForm
          key={passkeys.length}
          hasPassword={proof === "password"}
          wasRefused={refusalOf(answer, "passkey_add") !== undefined}
        />
      ) : (
        <p className="text-sm text-ink-muted">{t("passkey.notHere")}</p>
      )}
    </Panel>
  );
}

function Passkeys({ passkeys, answer }: Pick<Props, "passkeys" | "answer">) {
  const { t } = useTranslation("general");
  return (
    <RemovableList
      label={t("passkey.title")}
      intent="passkey_remove"
      idField="passkeyId"
      answer={answer}
      rows={passkeys.map(({ id, name, usedAt }) => ({
        id,
        name,
        note:
          usedAt === null ? (
            t("passkey.never")
          ) : (
            <>
              {t("passkey.used")} <Moment iso={usedAt} />
            </>
          ),
        remove: t("passkey.remove"),
        removeOf: t("passkey.removeOf", { name }),
      }))}
    />
  );
}

/** The password first; then the browser makes the key, and its answer is sent. */
function AddForm({ wasRefused, hasPassword }: { wasRefused: boolean; hasPassword: boolean }) {
  const { t } = useTranslation("general");
  const { t: account } = useTranslation("account");
  const asking = useFetcher();
  const [hasFailed, setHasFailed] = useState(false);
  const form = useParleyForm(passkeyBeginForm, {
    id: "passkey",
    refusal: refusalOf(asking.data, "passkey_begin"),
  });
  const { fields } = form;
  useMaking(offerOf(asking.data), setHasFailed);
  return (
    <asking.Form method="post" {...form.props} className="grid max-w-md gap-4">
      <ErrorSummary
        form={form}
        labels={{ name: t("passkey.name"), currentPassword: account("currentPassword") }}
      />
      <TextField field={fields.name} label={t("passkey.name")} maxLength={100} />
      {hasPassword ? (
        <PasswordField
          field={fields.currentPassword}
          label={account("currentPassword")}
          autoComplete="current-password"
        />
      ) : null}
      <div>
        <FormButton tone="plain" name="intent" value="passkey_begin" busyText={t("passkey.adding")}>
          {t("passkey.add")}
        </FormButton>
      </div>
      <p role="status" className="text-sm text-danger empty:hidden">
        {hasFailed || wasRefused ? t("passkey.failed") : null}
      </p>
    </asking.Form>
  );
}

type Offer = { partial: string; options: string; name: string };

/** Lets the browser make the key that was offered, once. */
function useMaking(offer: Offer | null, setHasFailed: (hasFailed: boolean) => void): void {
  const submit = useSubmit();
  const partial = offer?.partial;
  const options = offer?.options;
  const name = offer?.name;
  useEffect(() => {
    if (partial === undefined || options === undefined || name === undefined) return;
    let isOver = false;
    const make = async (): Promise<void> => {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const credential = await startRegistration({ optionsJSON: forCreation(options) });
      if (isOver) return;
      const fields = {
        intent: "passkey_add",
        partial,
        name,
        credential: JSON.stringify(credential),
      };
      submit(fields, { method: "post" });
    };
    setHasFailed(false);
    make().catch(() => setHasFailed(!isOver));
    return () => {
      isOver = true;
    };
  }, [partial, options, name, submit, setHasFailed]);
}

function offerOf(answer: unknown): Offer | null {
  if (typeof answer !== "object" || answer === null || !("passkey" in answer)) return null;
  const { passkey } = answer;
  if (!isOffer(passkey) || !("partial" in passkey) || !("name" in passkey)) return null;
  const { partial, name, options } = passkey;
  return typeof partial === "string" && typeof name === "string"
    ? { partial, name, options }
    : null;
}
