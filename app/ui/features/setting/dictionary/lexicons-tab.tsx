import { Form } from "@remix-run/react";
import type { LexiconTracker } from "#app/core/domain/dictionary/lexicon-views.ts";
import { LEXICON_LANGUAGES } from "#app/core/domain/dictionary/lexicon.schema.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Segments } from "#app/ui/components/primitive/segments.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import type { LexiconsTabProps } from "./dictionary-page.tsx";
import { LexiconList } from "./lexicon-list.tsx";
import { PhraseChip } from "./phrase-chip.tsx";

/** The word lists that figures are counted with: fillers and backchannels here, the others are trackers. */
export function LexiconsTab(props: LexiconsTabProps) {
  const { language, lists, trackers, can } = props;
  const { t } = useTranslation("dictionary");
  const { time } = useFormat();
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t("languageOf")}
          segments={LEXICON_LANGUAGES.map((one) => ({
            to: paths.dictionary({ tab: "lexicons", language: one }),
            label: t(`language.${one}`),
            isCurrent: one === language,
          }))}
        />
        <SavedNote intent="change_lexicon">
          {({ at }) => t("lexicon.saved", { time: time(at) })}
        </SavedNote>
        <SavedNote intent="restore_lexicon">
          {({ at }) => t("lexicon.saved", { time: time(at) })}
        </SavedNote>
        <p className="text-xs text-ink-muted">
          {t(can.makeAny ? "lexicon.note" : "lexicon.readOnly")}
        </p>
      </div>
      <PastCalls {...props} />
      {lists.map((list) => (
        <LexiconList key={list.kind} {...props} list={list} />
      ))}
      {trackers.length === 0 ? null : <Trackers trackers={trackers} />}
    </>
  );
}

/** Calls that still have the figures of other lists; nothing is counted anew by itself. */
function PastCalls({ pastCalls, language }: LexiconsTabProps) {
  const { t } = useTranslation("dictionary");
  if (pastCalls === 0) return null;
  return (
    <Banner>
      <Form method="post" className="flex flex-wrap items-center gap-2">
        <input type="hidden" name="language" value={language} />
        <span>
          {t("lexicon.past", { count: pastCalls })}{" "}
          <span className="text-ink-muted">{t("lexicon.pastHint")}</span>
        </span>
        <FormButton tone="plain" size="small" name="intent" value="count_words">
          {t("lexicon.count")}
        </FormButton>
      </Form>
    </Banner>
  );
}

function Trackers({ trackers }: { trackers: readonly LexiconTracker[] }) {
  const { t } = useTranslation("dictionary");
  return (
    <Panel title={t("lexicon.trackers")}>
      <p className="mb-2.5 text-sm text-ink-muted">{t("lexicon.trackersWhy")}</p>
      <ul className="grid divide-y divide-line">
        {trackers.map(({ id, name, category, phrases }) => (
          <li key={id} className="grid gap-1.5 py-2">
            <span className="text-sm">
              <TextLink to={paths.dictionary({ open: id }, "#edit")} tone="name">
                <bdi>{name}</bdi>
              </TextLink>{" "}
              <span className="text-xs text-ink-muted">{t(`category.${category}`)}</span>
            </span>
            <ul aria-label={t("phrasesOf", { name })} className="flex flex-wrap gap-1.5">
              {phrases.map((phrase) => (
                <li key={phrase} className="max-w-full">
                  <PhraseChip phrase={phrase} state="kept" />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
