import type { TFunction } from "i18next";
import type { EngineRef, WordsView } from "#app/core/domain/recording/words-views.ts";
import type { Coverage } from "#app/core/domain/words/coverage.ts";
import { useLanguage } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";

type T = TFunction<"stages">;

/** "21 min", "45 s" */
const lengthText = (t: T, ms: number): string =>
  ms < 60_000
    ? t("words.sec", { n: Math.round(ms / 1_000) })
    : t("words.min", { n: Math.round(ms / 60_000) });

/** "21 min of speech, words for 3 min." */
export const wordsText = (t: T, { voiceMs, coveredMs }: Coverage): string =>
  coveredMs < 1_000
    ? t("words.none", { voice: lengthText(t, voiceMs) })
    : t("words.some", { voice: lengthText(t, voiceMs), covered: lengthText(t, coveredMs) });

const ofPerson = (t: T, { name, voiceMs, coveredMs }: Coverage & { name: string }): string =>
  t(coveredMs < 1_000 ? "words.personNone" : "words.person", {
    ...{ name, voice: lengthText(t, voiceMs), covered: lengthText(t, coveredMs) },
  });

/** What recognised the words, in words: "Recognised by pocketsphinx (basic, English only)." */
export function engineText(t: T, { id, model }: EngineRef): string {
  const engine = t(`words.engine.${id}`, { defaultValue: id });
  // The model of the basic engine is always the same one.
  const named =
    model === null || model === "" || id === "pocketsphinx"
      ? engine
      : t("words.engine.withModel", { engine, model });
  return t("words.by", { engine: named });
}

/** How much of what is said lost its words, whose, and why as far as that is known; nothing where all is well. */
export function WordsLost({ words }: { words: WordsView }) {
  const { t } = useTranslation("stages");
  const names = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  const { isMissing, people, silent, engine, isQuiet } = words;
  return (
    <>
      {isMissing ? (
        <>
          <p className="mt-2 text-sm text-warn">{wordsText(t, words)}</p>
          {people.map((person) => (
            <p key={person.id} className="text-sm text-warn">
              {ofPerson(t, person)}
            </p>
          ))}
          <p className="mt-1 text-sm text-ink-soft">
            {[
              isQuiet ? t("words.quiet") : null,
              engine === null ? null : engineText(t, engine),
              engine === null ? null : t("words.fix"),
            ]
              .filter((part) => part !== null)
              .join(" ")}
          </p>
        </>
      ) : null}
      {silent.length > 0 ? (
        <p className="mt-2 text-sm text-ink-soft">
          {t("words.silent", { names: names.format(silent) })}
        </p>
      ) : null}
    </>
  );
}

/** Whether there is anything to say of it. */
export const isWorthSaying = (words: WordsView | null): words is WordsView =>
  words !== null && (words.isMissing || words.silent.length > 0);
