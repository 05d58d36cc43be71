import { Form } from "@remix-run/react";
import { suggestTermForm } from "#app/core/domain/dictionary/dictionary.schema.ts";
import type { SuggestionLine } from "#app/core/domain/dictionary/term-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { NewForm } from "#app/ui/features/forms/new-form.tsx";
import type { SuggestionsTabProps } from "./dictionary-page.tsx";
import { languageText } from "./language-text.ts";

/** Terms that members and equal corrections ask for; who keeps the dictionary adds or declines them. */
export function SuggestionsTab({ suggestions, can, answer }: SuggestionsTabProps) {
  const { t } = useTranslation("dictionary");
  const { time } = useFormat();
  return (
    <>
      <SavedNote intent="accept_suggestion">
        {({ at }) => t("suggest.accepted", { time: time(at) })}
      </SavedNote>
      <SavedNote intent="decline_suggestion">
        {({ at }) => t("suggest.declined", { time: time(at) })}
      </SavedNote>
      <DataTable
        caption={t("suggest.list")}
        columns={[
          t("column.term"),
          t("soundsLike"),
          t("languageOf"),
          t("usedBy"),
          t("suggest.column.from"),
          null,
        ]}
        rows={suggestions}
        empty={<EmptyState title={t("suggest.emptyTitle")} why={t("suggest.empty")} />}
      >
        {(line) => <SuggestionRow key={line.id} line={line} />}
      </DataTable>
      <p className="text-xs text-ink-muted">{t("suggest.private")}</p>
      {can.suggest ? <Suggest answer={answer} /> : null}
    </>
  );
}

function SuggestionRow({ line }: { line: SuggestionLine }) {
  const { t } = useTranslation("dictionary");
  const { when } = useFormat();
  const { id, term, variant, language, team, times, by, at, canDecide } = line;
  return (
    <Row>
      <NameCell>
        <bdi>{term}</bdi>
      </NameCell>
      <Cell phone="line">
        <bdi className="wrap-anywhere">{variant}</bdi>
      </Cell>
      <Cell>{languageText(t, language)}</Cell>
      <Cell>{team?.name ?? t("everybody")}</Cell>
      <Cell>
        {by === null
          ? t("suggest.times", { count: times })
          : t("suggest.by", { name: by.name, when: when(at) })}
      </Cell>
      <Cell>
        {canDecide ? (
          <Form method="post" className="flex flex-wrap gap-2" preventScrollReset>
            <input type="hidden" name="suggestionId" value={id} />
            <RowButton intent="accept_suggestion" label={t("suggest.acceptOf", { term })}>
              {t("suggest.accept")}
            </RowButton>
            <RowButton
              intent="decline_suggestion"
              label={t("suggest.declineOf", { term })}
              tone="quiet"
            >
              {t("suggest.decline")}
            </RowButton>
          </Form>
        ) : (
          <span className="text-ink-muted">{t("suggest.waits")}</span>
        )}
      </Cell>
    </Row>
  );
}

function Suggest({ answer }: { answer: unknown }) {
  const { t, i18n } = useTranslation("dictionary");
  const { time } = useFormat();
  const form = useParleyForm(suggestTermForm, {
    id: "suggest-term",
    refusal: refusalOf(answer, "suggest_term"),
    defaultValue: { term: "", variant: "", language: i18n.language === "ja" ? "ja" : "en" },
  });
  const { fields } = form;
  const labels = {
    term: t("suggest.term"),
    variant: t("suggest.variant"),
    language: t("languageOf"),
  };
  return (
    <Panel title={t("suggest.title")}>
      <NewForm
        form={form}
        labels={labels}
        intent="suggest_term"
        submit={t("suggest.send")}
        made={({ at }) => t("suggest.sent", { time: time(at) })}
      >
        <div className="grid gap-4 desk:grid-cols-3">
          <TextField field={fields.term} label={labels.term} maxLength={100} />
          <TextField
            field={fields.variant}
            label={labels.variant}
            hint={t("suggest.variantHint")}
            maxLength={100}
            isOptional
          />
          <SelectField
            field={fields.language}
            label={labels.language}
            options={["en", "ja"].map((code) => ({ value: code, label: languageText(t, code) }))}
          />
        </div>
      </NewForm>
    </Panel>
  );
}
