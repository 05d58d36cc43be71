import { Form } from "@remix-run/react";
import {
  lexiconFault,
  lexiconPageForm,
  lexiconWordsOf,
} from "#app/core/domain/dictionary/lexicon.schema.ts";
import type { LexiconListView } from "#app/core/domain/dictionary/lexicon-views.ts";
import { LIMITS } from "#app/core/domain/limits.ts";
import type { LexiconPreviewAnswer } from "#app/core/pages/dictionary-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf, sentValue } from "#app/ui/components/form/refusal.ts";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import type { LexiconsTabProps } from "./dictionary-page.tsx";
import { PhraseChip } from "./phrase-chip.tsx";
import { ChipField, type ChipRules } from "./phrase-field.tsx";
import { PreviewOf } from "./preview-panel.tsx";

type Props = LexiconsTabProps & { list: LexiconListView };

const RULES: ChipRules = {
  ...{ linesOf: lexiconWordsOf, faultOf: lexiconFault },
  most: LIMITS.lexiconWords,
};

/** One list of words: what it is for, its words, and what the workspace has otherwise than Parley. */
export function LexiconList(props: Props) {
  const { list, can } = props;
  const { t } = useTranslation("dictionary");
  return (
    <Panel title={t(`lexicon.${list.kind}`)} aside={<LastChange list={list} />}>
      <p className="mb-3 text-sm text-ink-muted">{t(`lexicon.why.${list.kind}`)}</p>
      {can.makeAny ? <EditList {...props} /> : <ReadList list={list} />}
      <Differences list={list} />
    </Panel>
  );
}

function LastChange({ list: { lastChange } }: Pick<Props, "list">) {
  const { t } = useTranslation("dictionary");
  if (lastChange === null) return t("lexicon.untouched");
  return (
    <>
      <bdi>{t("lexicon.lastChange", { by: lastChange.by ?? t("preview.somebody") })}</bdi>{" "}
      <Moment iso={lastChange.at} />
    </>
  );
}

function ReadList({ list: { kind, words, defaults } }: Pick<Props, "list">) {
  const { t } = useTranslation("dictionary");
  return (
    <ul aria-label={t(`lexicon.${kind}`)} className="flex flex-wrap gap-1.5">
      {words.map((word) => (
        <li key={word} className="max-w-full">
          <PhraseChip phrase={word} state={defaults.includes(word) ? "kept" : "made"} />
        </li>
      ))}
    </ul>
  );
}

/** The words with who added them or left them out. */
function Differences({ list: { differences, kind } }: Pick<Props, "list">) {
  const { t } = useTranslation("dictionary");
  if (differences.length === 0) return null;
  const name = t("lexicon.differences", { list: t(`lexicon.${kind}`) });
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer text-ink-muted">
        {t("lexicon.differencesOf", { count: differences.length })}
      </summary>
      <ul aria-label={name} className="mt-1 grid divide-y divide-line">
        {differences.map(({ word, isRemoved, by, at }) => (
          <li key={word} className="flex flex-wrap gap-x-2 py-1">
            <bdi className="wrap-anywhere">{word}</bdi>
            <span className="text-ink-muted">
              {t(isRemoved ? "lexicon.leftOut" : "lexicon.added", {
                by: by ?? t("preview.somebody"),
              })}{" "}
              <Moment iso={at} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The list as chips; nothing is saved before the button is pressed. */
function EditList({ list, language, answer }: Props) {
  const { t } = useTranslation("dictionary");
  const { kind, hash, words, defaults } = list;
  const asked = previewOf(answer, kind);
  const isMine = sentValue(answer, "list") === kind;
  const form = useParleyForm(lexiconPageForm, {
    id: `lexicon-${kind}-${language}`,
    // Names the words as a number: once they are saved the form begins anew.
    version: Number.parseInt(hash.slice(0, 12), 16),
    refusal: isMine
      ? refusalOf(answer, "change_lexicon", "preview_lexicon", "restore_lexicon")
      : undefined,
    defaultValue: { words: (asked?.typed.words ?? words).join("\n") },
  });
  const label = t("lexicon.words");
  const restoreId = `restore-${kind}`;
  const of = (
    <>
      <input type="hidden" name="list" value={kind} />
      <input type="hidden" name="language" value={language} />
    </>
  );
  return (
    <>
      <Form method="post" {...form.props} className="grid gap-4" preventScrollReset>
        <ErrorSummary form={form} labels={{ words: label }} />
        {of}
        <input type="hidden" name="seen" value={hash} />
        <ChipField
          key={form.props.id}
          field={form.fields.words}
          inUse={defaults}
          label={label}
          hint={t("lexicon.hint")}
          hintLines={t("lexicon.hintLines")}
          add={t("lexicon.add")}
          rules={RULES}
        />
        <div className="flex flex-wrap items-center gap-2">
          <FormButton tone="primary" name="intent" value="change_lexicon">
            {t("lexicon.save")}
          </FormButton>
          <FormButton
            tone="plain"
            name="intent"
            value="preview_lexicon"
            busyText={t("preview.busy")}
          >
            {t("lexicon.ask")}
          </FormButton>
          {list.differences.length === 0 ? null : (
            <FormButton tone="plain" form={restoreId} name="intent" value="restore_lexicon">
              {t("lexicon.restore")}
            </FormButton>
          )}
        </div>
      </Form>
      <Form method="post" id={restoreId} preventScrollReset>
        {of}
      </Form>
      {asked === null ? null : (
        <div className="mt-4">
          <Preview preview={asked.lexicon} />
        </div>
      )}
    </>
  );
}

function Preview({ preview }: { preview: LexiconPreviewAnswer["lexicon"] }) {
  const { t } = useTranslation("dictionary");
  const { before, after, added, dropped } = preview;
  return (
    <PreviewOf
      {...preview}
      title={t("lexicon.ask")}
      none={t("lexicon.nothing")}
      figures={[
        { value: t("lexicon.times", { count: before }), name: t("lexicon.now") },
        { value: t("lexicon.times", { count: after }), name: t("preview.asked") },
        { value: `+${added} −${dropped}`, name: t("preview.change") },
      ]}
    />
  );
}

const previewOf = (answer: unknown, list: string): LexiconPreviewAnswer | null =>
  isPreview(answer) && answer.typed.list === list ? answer : null;

const isPreview = (answer: unknown): answer is LexiconPreviewAnswer =>
  typeof answer === "object" && answer !== null && "lexicon" in answer && "typed" in answer;
