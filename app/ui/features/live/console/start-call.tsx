import { Form } from "@remix-run/react";
import { Phone } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { startForm } from "#app/core/domain/live/live-forms.schema.ts";
import type { Visibility } from "#app/core/domain/call/call-views.ts";
import type { LiveAvailability, LiveCard } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useCallChoices } from "../call/use-call-choices.ts";
import { useElapsed } from "../call/use-elapsed.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { RecordingTag } from "../call/live-facts.tsx";

type Props = {
  availability: LiveAvailability;
  current: LiveCard | null;
  defaultVisibility: Visibility;
  lastResult: unknown;
};

/** Starting a call, or going back to the one that runs: there is one at a time (product §6). */
export function StartCall({ current, ...form }: Props) {
  if (current !== null) return <CurrentCall card={current} />;
  return <StartForm {...form} />;
}

function CurrentCall({ card }: { card: LiveCard }) {
  const { t } = useTranslation("live");
  const { duration } = useFormat();
  const elapsed = useElapsed(card.startedAt, 0);
  const names = card.people.map(({ name }) => name).join(", ");
  return (
    <Panel title={t("start.current")}>
      <div className="grid gap-3">
        <div>
          <div className="text-lg font-strong wrap-anywhere">
            <bdi>{card.title}</bdi>
          </div>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
            {elapsed === null ? (
              <span>{t("facts.notBegun")}</span>
            ) : (
              <span className="font-mono">{duration(elapsed)}</span>
            )}
            {card.company === null ? null : <span>{card.company}</span>}
            {names === "" ? null : <span>{names}</span>}
            <RecordingTag recording={card.recording} />
          </div>
        </div>
        <div>
          <LinkButton tone="primary" size="tall" icon={Phone} to={paths.consoleCall(card.callId)}>
            {t("start.return")}
          </LinkButton>
        </div>
      </div>
    </Panel>
  );
}

function StartForm({ availability, defaultVisibility, lastResult }: Omit<Props, "current">) {
  const { t, i18n } = useTranslation("live");
  const { t: choice } = useTranslation("lobby");
  const { visibilities, languages } = useCallChoices();
  const form = useParleyForm(startForm, {
    refusal: refusalOf(lastResult),
    // Who reads Parley in a language mostly speaks it as well.
    defaultValue: {
      visibility: defaultVisibility,
      language: i18n.language === "ja" ? "ja" : "en",
    },
  });
  const { fields } = form;
  return (
    <Panel title={t("start.title")}>
      <Form method="post" {...form.props} className="grid gap-4">
        <ErrorSummary
          form={form}
          labels={{
            ...{ title: t("start.callTitle"), companyName: t("start.company") },
            ...{ visibility: choice("call.visibility"), language: choice("call.language") },
          }}
        />
        <p className="text-sm text-ink-soft">{t("start.why")}</p>
        <div className="grid gap-4 desk:grid-cols-2">
          <TextField field={fields.title} label={t("start.callTitle")} maxLength={200} isOptional />
          <TextField
            field={fields.companyName}
            label={t("start.company")}
            autoComplete="organization"
            maxLength={200}
            isOptional
          />
        </div>
        <div className="grid gap-4 desk:grid-cols-2">
          <SelectField
            field={fields.visibility}
            label={choice("call.visibility")}
            options={visibilities}
          />
          <SelectField
            field={fields.language}
            label={choice("call.language")}
            options={languages}
          />
        </div>
        <input type="hidden" name="intent" value="start" />
        <Availability availability={availability} />
        <div>
          <FormButton
            size="tall"
            icon={Phone}
            busyText={t("start.starting")}
            disabledReason={availability.state === "on" ? undefined : whyOff(t, availability)}
          >
            {t("start.submit")}
          </FormButton>
        </div>
      </Form>
    </Panel>
  );
}

/** Off and preparing stand where the call would begin, in words. */
function Availability({ availability }: { availability: LiveAvailability }) {
  const { t } = useTranslation("live");
  if (availability.state === "on") return null;
  return (
    <p role="status" className="text-sm">
      <b className="font-medium">{t(`availability.${availability.state}`)}</b>{" "}
      {whyOff(t, availability)}
    </p>
  );
}

type Say = ReturnType<typeof useTranslation<"live">>["t"];

const whyOff = (t: Say, { reason }: LiveAvailability): string =>
  t(`reason.${reason ?? "unreachable"}`, { defaultValue: t("reason.unreachable") });
