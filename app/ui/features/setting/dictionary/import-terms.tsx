import type { TermsImported } from "#app/core/domain/dictionary/term-views.ts";
import { formText } from "#app/i18n/form-text.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { ImportForm } from "../import-form.tsx";
import type { TermsTabProps } from "./dictionary-page.tsx";
import { ownersOf } from "./owners.ts";

const EXAMPLE =
  "term,variants,language,category,boost,case_sensitive\nDockLine,doc line;dog line,en,product,8,no";

/** Terms of a CSV: good rows are taken, the others are named with their reason. */
export function ImportTerms({ teams, can, answer }: TermsTabProps) {
  const { t } = useTranslation("dictionary");
  const { t: forms } = useTranslation("forms");
  const done = importedIn(answer);
  return (
    <>
      {done === null ? null : (
        <Banner isUpdate>
          {t("term.imported", { added: done.added, changed: done.changed })}{" "}
          {done.faults.length === 0 ? null : t("term.faults", { count: done.faults.length })}
          <ul className="mt-1 text-sm">
            {done.faults.slice(0, 20).map(({ row, reason }) => (
              <li key={row}>
                {t("term.fault", { n: row, reason: formText(forms, reason, { name: "" }) })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <pre className="my-2 overflow-x-auto font-mono text-xs text-ink-muted">{EXAMPLE}</pre>
      <ImportForm
        id="import-terms"
        answer={answer}
        intents={["import_terms"]}
        texts={{ file: t("term.file"), text: t("term.text"), check: t("term.runImport") }}
        more={{
          ...{ name: "teamId", label: t("usedBy") },
          draw: (field) => (
            <SelectField
              field={field}
              label={t("usedBy")}
              options={ownersOf({ teams, can }, t("everybody"))}
            />
          ),
        }}
      />
    </>
  );
}

const importedIn = (answer: unknown): TermsImported | null =>
  typeof answer === "object" && answer !== null && "imported" in answer
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the route's own answer
      (answer.imported as TermsImported)
    : null;
