import { Form } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { joinRequestForm } from "#app/core/domain/live/lobby-forms.schema.ts";
import type { LobbyView } from "#app/core/domain/live/live-views.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { DeviceCheck } from "#app/ui/features/capture/device-check.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";

type Props = { view: LobbyView; lastResult: unknown; onLeave: () => void };

/** Name, devices, what recording means, and the two ways in. Nothing of it is kept before admission. */
export function LobbyForm({ view, lastResult, onLeave }: Props) {
  const { t } = useTranslation("lobby");
  const [devices, setDevices] = useDevices();
  const form = useParleyForm(joinRequestForm, {
    refusal: refusalOf(lastResult),
    defaultValue: { name: view.guest?.name ?? "" },
  });
  const { fields } = form;
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary
        form={form}
        // The host changed the text between reading and answering: it is shown anew.
        labels={{
          ...{ name: t("form.name"), email: t("form.email") },
          consentHash: t("form.recorded"),
        }}
      />
      <input type="hidden" name="intent" value="knock" />
      <input type="hidden" id={fields.consentHash.id} name="consentHash" value={view.consentHash} />
      <TextField
        field={fields.name}
        label={t("form.name")}
        hint={t("form.nameHint")}
        autoComplete="name"
        maxLength={60}
      />
      <TextField
        field={fields.email}
        label={t("form.email")}
        hint={t("form.emailHint", { workspace: view.workspace })}
        isOptional
        type="email"
        autoComplete="email"
        maxLength={320}
      />
      <DeviceCheck value={devices} onChange={setDevices} side="them" />
      <ConsentText text={view.consentText} />
      <div className="grid gap-2.5">
        <FormButton
          width="full"
          size="tall"
          name="consent"
          value="agreed"
          busyText={t("form.agreeing")}
        >
          {t("form.agree")}
        </FormButton>
        {view.allowsUnrecorded ? (
          <>
            <FormButton
              tone="plain"
              width="full"
              size="tall"
              name="consent"
              value="unrecorded"
              busyText={t("form.agreeing")}
            >
              {t("form.unrecorded")}
            </FormButton>
            <p className="text-xs text-ink-muted">{t("form.unrecordedHint")}</p>
          </>
        ) : null}
        <Button tone="quiet" width="full" onClick={onLeave}>
          {t("form.leave")}
        </Button>
      </div>
      <noscript>
        <p className="text-sm text-danger">{t("form.noScript")}</p>
      </noscript>
    </Form>
  );
}

/** The workspace's words. What follows the first paragraph opens without script. */
function ConsentText({ text }: { text: string }) {
  const { t } = useTranslation("lobby");
  const [first = "", ...rest] = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  return (
    <section className="grid gap-2 rounded-panel border border-line bg-surface-raised px-4 py-3.5">
      <h2 className="text-read leading-snug font-strong">{t("form.recorded")}</h2>
      <p className="text-sm whitespace-pre-line text-ink-soft">{first}</p>
      {rest.length === 0 ? null : (
        <details>
          <summary className="inline-flex min-h-6 items-center rounded-mark text-sm text-link underline-offset-3 hover:underline">
            {t("form.fullText")}
          </summary>
          <div className="grid gap-2 pt-1.5 text-sm whitespace-pre-line text-ink-soft">
            {rest.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </details>
      )}
    </section>
  );
}

/** The action answers a Conform submission on refusal. */
