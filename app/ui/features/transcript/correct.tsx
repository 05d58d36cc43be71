import { Play } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import {
  correctSpeakerSchema,
  correctWordsSchema,
} from "#app/core/domain/transcript/transcript.schema.ts";
import { wordsOf, wordText } from "#app/core/domain/transcript/wire-decode.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useHasSound, usePlayer } from "#app/ui/features/player/player-context.tsx";
import { type CorrectTarget, type SpeakerChoice, useCorrection } from "./correction.ts";
import { WordPicker } from "./word-picker.tsx";

type Props = {
  target: CorrectTarget;
  /** Version the person looks at. */
  number: number;
  /** Where the forms go: the playback route of the call. */
  action: string;
  speakers: readonly SpeakerChoice[];
  canAddTerm: boolean;
  onClose: () => void;
};

/** Corrects words or the speaker of one segment; every edit is a new version, the old one is kept. */
export function CorrectDialog({ target, onClose, ...rest }: Props) {
  const { t } = useTranslation("transcript");
  return (
    <Dialog
      title={t("correct.title", { time: formatDuration(target.t0Ms) })}
      effect={t("correct.effect")}
      size="form"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <div className="grid gap-5">
        <WordsForm target={target} onDone={onClose} {...rest} />
        <SpeakerForm target={target} onDone={onClose} {...rest} />
      </div>
    </Dialog>
  );
}

type FormProps = Omit<Props, "onClose"> & { onDone: () => void };

function WordsForm({ target, number, action, canAddTerm, onDone }: FormProps) {
  const { t } = useTranslation("transcript");
  const fetcher = useCorrection(onDone);
  const [firstOf, endOf] = wordsOf(target.page, target.segment);
  const texts = Array.from({ length: endOf - firstOf }, (_, at) =>
    wordText(target.page, target.segment, firstOf + at),
  );
  const [chosen, setChosen] = useState(target.words ?? { first: 0, last: 0 });
  const before = wordsBetween(target, chosen);
  const form = useParleyForm(correctWordsSchema, {
    id: `words-${target.no}`,
    refusal: refusalOf(fetcher.data),
    defaultValue: { after: before, scope: "here" },
  });
  const { fields } = form;
  const hidden = {
    intent: "correct_words",
    number,
    segment: target.no,
    firstWord: chosen.first,
    lastWord: chosen.last,
    before,
  };
  return (
    <fetcher.Form method="post" action={action} {...form.props} className="grid gap-3">
      <ErrorSummary form={form} labels={{ after: t("correct.after") }} />
      <Hidden values={hidden} />
      <WordPicker texts={texts} chosen={chosen} onChoose={setChosen}>
        <PlayWords target={target} chosen={chosen} />
      </WordPicker>
      <TextField
        key={before}
        field={startingWith(fields.after, before)}
        label={t("correct.after")}
        maxLength={500}
      />
      <Scope
        name={fields.scope.name}
        here={t("correct.here")}
        everywhere={t("correct.everywhere", { words: before })}
      />
      {canAddTerm ? (
        <label className="flex items-center gap-2 text-sm">
          <Checkbox name={fields.addTerm.name} />
          {t("correct.addTerm")}
        </label>
      ) : null}
      <div className="flex justify-end">
        <FormButton busyText={t("correct.saving")} isBusy={fetcher.state !== "idle"}>
          {t("correct.words")}
        </FormButton>
      </div>
    </fetcher.Form>
  );
}

function SpeakerForm({ target, number, action, speakers, onDone }: FormProps) {
  const { t } = useTranslation("transcript");
  const fetcher = useCorrection(onDone);
  const form = useParleyForm(correctSpeakerSchema, {
    id: `speaker-${target.no}`,
    refusal: refusalOf(fetcher.data),
    defaultValue: { participantId: target.speakerId, scope: "here" },
  });
  const { fields } = form;
  if (speakers.length === 0) return null;
  return (
    <fetcher.Form
      method="post"
      action={action}
      {...form.props}
      className="grid gap-3 border-t border-line pt-4"
    >
      <ErrorSummary form={form} labels={{ participantId: t("correct.speaker") }} />
      <Hidden values={{ intent: "correct_speaker", number, segment: target.no }} />
      <SelectField
        field={fields.participantId}
        label={t("correct.speaker")}
        options={speakers.map((speaker) => ({ value: speaker.id, label: speaker.name }))}
      />
      <Scope
        name={fields.scope.name}
        here={t("correct.hereSpeaker")}
        everywhere={t("correct.everywhereSpeaker")}
      />
      <div className="flex justify-end">
        <FormButton tone="plain" busyText={t("correct.saving")} isBusy={fetcher.state !== "idle"}>
          {t("correct.changeSpeaker")}
        </FormButton>
      </div>
    </fetcher.Form>
  );
}

/** A word is longer than its measured ends: its neighbours are heard a little, too. */
const AROUND_MS = 150;

/** Plays the chosen words and stops; the stretch that is played goes with the dialog. */
function PlayWords({
  target: { page, segment },
  chosen,
}: Pick<FormProps, "target"> & { chosen: { first: number; last: number } }) {
  const { t } = useTranslation("transcript");
  const store = usePlayer();
  const hasSound = useHasSound();
  useEffect(() => {
    const before = store.get().range;
    return () => {
      if (store.get().range === before) return;
      store.pause();
      store.range(null);
    };
  }, [store]);
  if (!hasSound) return null;
  const [firstOf, endOf] = wordsOf(page, segment);
  const play = () => {
    const last = Math.min(firstOf + chosen.last, endOf - 1);
    const t0Ms = Math.max(0, (page.startMs[firstOf + chosen.first] ?? 0) - AROUND_MS);
    store.pause();
    store.range({ t0Ms, t1Ms: (page.endMs[last] ?? t0Ms) + AROUND_MS });
    store.play();
  };
  return (
    <Button size="small" icon={Play} onClick={play}>
      {t("correct.play")}
    </Button>
  );
}

function wordsBetween(
  { page, segment }: CorrectTarget,
  chosen: { first: number; last: number },
): string {
  const [firstOf, endOf] = wordsOf(page, segment);
  const last = Math.min(firstOf + chosen.last, endOf - 1);
  const text = page.text[segment - page.first] ?? "";
  return text.slice(page.charStart[firstOf + chosen.first] ?? 0, page.charEnd[last] ?? 0);
}

function Hidden({ values }: { values: Record<string, string | number> }) {
  return Object.entries(values).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} readOnly />
  ));
}

function Scope({ name, here, everywhere }: { name: string; here: string; everywhere: string }) {
  const { t } = useTranslation("transcript");
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="mb-1 font-medium">{t("correct.where")}</legend>
      {[
        ["here", here],
        ["everywhere", everywhere],
      ].map(([value, label]) => (
        <label key={value} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === "here"}
            className="m-1 size-4 accent-ink"
          />
          <span className="min-w-0 break-words">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A required field with another text to begin with. Conform's fields are proxies: a spread would lose them. */
function startingWith(field: FormField, initialValue: string): FormField {
  const { id, errorId, descriptionId, name, errors, formId } = field;
  return { id, errorId, descriptionId, name, errors, formId, required: true, initialValue };
}
