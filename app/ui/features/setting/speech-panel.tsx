import { Form } from "@remix-run/react";
import { useEffect } from "react";
import { speechTryForm } from "#app/core/domain/component/speech-model.schema.ts";
import {
  isUnderWay,
  type SpeechEnginesView,
  type SpeechModelView,
  type SpeechTryView,
} from "#app/core/domain/component/speech-model-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Progress } from "#app/ui/components/primitive/progress.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";

/** While something is under way the page asks again this often. */
const ASK_MS = 2_000;
const SHOWN_LANGUAGES = 4;

export type ShownSpeech = SpeechEnginesView & {
  /** How many calls an installed model would hear better than what is written of them. */
  pastCalls: number;
};
type Props = { speech: ShownSpeech; answer: unknown };

/** Who listens to calls and why, whether it hears, and models that hear better. */
export function SpeechPanel({ speech, answer }: Props) {
  const { t } = useTranslation("engine");
  useAskingAgain(
    speech.trial?.state === "running" || speech.models.some(({ state }) => isUnderWay(state)),
  );
  return (
    <>
      <Panel title={t("speech.title")}>
        <Choices {...speech} />
        <PastCalls {...speech} />
        <TryForm trial={speech.trial} answer={answer} />
      </Panel>
      <Panel title={t("speech.models")}>
        {speech.mayInstall ? (
          <Models models={speech.models} answer={answer} />
        ) : (
          <div className="grid max-w-prose gap-2 text-sm">
            <p>{t("speech.operatorOnly")}</p>
            <code className="font-mono text-xs">npm run speech:install</code>
          </div>
        )}
      </Panel>
    </>
  );
}

function useAskingAgain(isWaiting: boolean): void {
  const revalidate = useRevalidate();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}

/** What was chosen for each language, and why. */
function Choices({ found }: Pick<SpeechEnginesView, "found">) {
  const { t } = useTranslation("engine");
  if (found === null) return <p className="text-sm">{t("speech.noWorker")}</p>;
  const { setting, host, gone, choices, isWalled } = found;
  return (
    <>
      <dl className="grid max-w-prose gap-3 text-sm">
        {choices.map(({ language, engine, model, notice }) => (
          <div key={language}>
            <dt className="font-medium">
              {t(`speech.language.${language}`)}:{" "}
              {engine === null ? t("speech.none") : t(`speech.engineName.${engine}`)}
            </dt>
            <dd className="wrap-anywhere text-ink-soft">
              {engine === null
                ? t(`speech.notice.${notice}`, { setting })
                : t(setting === "auto" ? `speech.why.${engine}` : "speech.why.forced", {
                    ...{ model, host },
                  })}
            </dd>
          </div>
        ))}
      </dl>
      {gone.length === 0 ? null : (
        <p role="status" className="mt-3 max-w-prose text-sm wrap-anywhere">
          {t("speech.gone", { names: gone.join(", ") })}
        </p>
      )}
      {isWalled || choices.every(({ engine }) => engine !== "sherpa-onnx") ? null : (
        <p className="mt-3 max-w-prose text-sm text-ink-soft">{t("speech.notWalled")}</p>
      )}
    </>
  );
}

/** Calls of before are heard again only when somebody says so. */
function PastCalls({ pastCalls: count }: Pick<ShownSpeech, "pastCalls">) {
  const { t } = useTranslation("engine");
  if (count === 0) return null;
  return (
    <Form method="post" className="mt-4 flex max-w-prose flex-wrap items-center gap-2 text-sm">
      <span>
        {t("speech.past", { count })} <span className="text-ink-muted">{t("speech.pastHint")}</span>
      </span>
      <FormButton tone="plain" size="small" name="intent" value="recognise_past">
        {t("speech.again", { count })}
      </FormButton>
    </Form>
  );
}

function TryForm({ trial, answer }: { trial: SpeechTryView | null; answer: unknown }) {
  const { t } = useTranslation("engine");
  const form = useParleyForm(speechTryForm, {
    id: "speech-try",
    refusal: refusalOf(answer, "speech_try"),
    defaultValue: { sentence: trial?.sentence ?? t("speech.tryDefault") },
  });
  const label = t("speech.trySentence");
  return (
    <Form method="post" {...form.props} className="mt-5 grid max-w-prose gap-3">
      <ErrorSummary form={form} labels={{ sentence: label }} />
      <TextField
        field={form.fields.sentence}
        label={label}
        hint={t("speech.tryHint")}
        maxLength={200}
      />
      <div>
        <FormButton
          tone="plain"
          name="intent"
          value="speech_try"
          isBusy={trial?.state === "running"}
          busyText={t("speech.trying")}
        >
          {t("speech.tryTitle")}
        </FormButton>
      </div>
      <p role="status" className="text-sm wrap-anywhere empty:hidden">
        {trial === null || trial.state === "running" ? null : <Heard {...trial} />}
      </p>
    </Form>
  );
}

function Heard({ state, heard, isSpoken, seconds, engine, model, fault }: SpeechTryView) {
  const { t } = useTranslation("engine");
  const format = useFormat();
  if (state === "failed") return <>{t(`speech.tryFault.${fault}`)}</>;
  if (!isSpoken) return <>{t("speech.trySilent")}</>;
  const about = { engine: model || engine, seconds: format.number(seconds, 1) };
  return (
    <>{heard === "" ? t("speech.tryNothing", about) : t("speech.tryHeard", { ...about, heard })}</>
  );
}

const ROW_INTENTS = ["model_install", "model_cancel", "model_remove", "model_prefer"];

function Models({ models, answer }: { models: SpeechModelView[]; answer: unknown }) {
  const { t } = useTranslation("engine");
  const refused = refusalOf(answer, ...ROW_INTENTS);
  const ready = models.filter(({ state }) => state === "ready");
  return (
    <>
      <p className="mb-3 max-w-prose text-sm">{t("speech.modelsNote")}</p>
      {refused === undefined ? null : (
        <ErrorSummary
          form={{ errors: refused.error?.[""] ?? [], fields: {}, refusal: refused }}
          labels={{}}
        />
      )}
      {models.length === 0 ? (
        <p className="text-sm">{t("speech.noWorker")}</p>
      ) : (
        <ItemList label={t("speech.models")}>
          {models.map((model) => (
            <Item
              key={model.name}
              title={
                <>
                  <span className="font-mono text-xs wrap-anywhere">{model.name}</span>{" "}
                  {model.state === "ready" ? <Tag>{t("speech.state.ready")}</Tag> : null}
                </>
              }
              note={<Facts {...model} />}
              actions={<Actions {...model} isPreferable={ready.length > 1 && ready[0] !== model} />}
            />
          ))}
        </ItemList>
      )}
    </>
  );
}

function Facts({
  languages,
  license,
  sha256,
  state,
  doneBytes,
  totalBytes,
  cause,
}: SpeechModelView) {
  const { t } = useTranslation("engine");
  const format = useFormat();
  const names = useLanguageNames(languages);
  const size = totalBytes === null || state === "ready" ? null : format.bytes(totalBytes);
  const about = [names, state === "known" ? size : null, license].filter(Boolean).join(" · ");
  const hasBar = (state === "download" || state === "unpack") && totalBytes !== null;
  return (
    <span className="grid gap-0.5">
      <span>{about}</span>
      {isUnderWay(state) ? (
        <span role="status">
          {hasBar ? (
            <Progress
              text={`${t(`speech.state.${state}`)} ${t("speech.downloading", {
                done: format.bytes(doneBytes),
                total: format.bytes(totalBytes),
              })}`}
              value={doneBytes}
              max={totalBytes}
            />
          ) : (
            t(`speech.state.${state}`)
          )}
        </span>
      ) : null}
      {cause === null || isUnderWay(state) ? null : (
        <span role="status" className="text-ink">
          {t(`speech.fault.${cause}`)}
        </span>
      )}
      {sha256 === null ? null : (
        <span className="font-mono text-xs wrap-anywhere">{t("speech.sha256", { sha256 })}</span>
      )}
    </span>
  );
}

/** "English, German, French, Spanish and 21 more", in the reader's language. */
function useLanguageNames(languages: readonly string[]): string {
  const { t, i18n } = useTranslation("engine");
  const names = new Intl.DisplayNames(i18n.language, { type: "language", fallback: "code" });
  const shown = languages
    .slice(0, SHOWN_LANGUAGES)
    .map((code) => names.of(code) ?? code)
    .join(", ");
  const more = languages.length - SHOWN_LANGUAGES;
  return more > 0 ? t("speech.moreLanguages", { names: shown, count: more }) : shown;
}

const RESUMABLE = new Set<string | null>(["cancelled", "broke_off"]);

function Actions({
  name,
  state,
  cause,
  isPreferable,
}: SpeechModelView & { isPreferable: boolean }) {
  const { t } = useTranslation("engine");
  const isResumable = RESUMABLE.has(cause);
  return (
    <Form method="post" className="flex flex-wrap justify-end gap-2">
      <input type="hidden" name="name" value={name} />
      {state === "known" ? (
        <RowButton
          intent="model_install"
          label={t(isResumable ? "speech.resumeOf" : "speech.installOf", { name })}
        >
          {t(isResumable ? "speech.resume" : "speech.install")}
        </RowButton>
      ) : state === "ready" ? (
        <>
          {isPreferable ? (
            <RowButton tone="quiet" intent="model_prefer" label={t("speech.preferOf", { name })}>
              {t("speech.prefer")}
            </RowButton>
          ) : null}
          <RowButton tone="danger" intent="model_remove" label={t("speech.removeOf", { name })}>
            {t("speech.remove")}
          </RowButton>
        </>
      ) : state === "removing" ? null : (
        <RowButton tone="quiet" intent="model_cancel" label={t("speech.cancelOf", { name })}>
          {t("speech.cancel")}
        </RowButton>
      )}
    </Form>
  );
}
