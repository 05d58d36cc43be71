import type { TeamCareView } from "#app/core/domain/care/team-care-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** The lists of words that make a call hard, whole, and the way to where they are changed. */
export function CareWords({ words }: Pick<TeamCareView, "words">) {
  const { t } = useTranslation("care");
  return (
    <div className="relative">
      <Disclosure label={t("words.title")} place="wide">
        <p className="mb-2 text-ink-soft">{t("words.rule")}</p>
        {words.length === 0 ? (
          <p className="text-ink-muted">{t("words.none")}</p>
        ) : (
          <ul className="grid gap-2">
            {words.map(({ trackerId, name, category, language, phrases }) => (
              <li key={trackerId}>
                <b className="font-medium">
                  <bdi>{name}</bdi>
                </b>{" "}
                <small className="text-xs text-ink-muted">
                  {t(`words.${category}`)} · {language}
                </small>
                <p lang={language} className="text-xs text-ink-soft">
                  {phrases.join(" · ")}
                </p>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-2">
          <TextLink to={paths.dictionary()}>{t("words.edit")}</TextLink>
        </p>
      </Disclosure>
    </div>
  );
}
