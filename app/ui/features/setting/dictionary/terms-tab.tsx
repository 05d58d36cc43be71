import { Download, Upload } from "lucide-react";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { ListForm } from "#app/ui/components/form/list-form.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import type { TermsTabProps } from "./dictionary-page.tsx";
import { ImportTerms } from "./import-terms.tsx";
import { NewTerm } from "./new-term.tsx";
import { TermTable } from "./term-table.tsx";
import { TestPanel } from "./test-panel.tsx";

/** Terms the speech engine expects, and what is written in the place of what it heard. */
export function TermsTab(props: TermsTabProps) {
  const { isNew, isImport, can, terms, count } = props;
  const { t } = useTranslation("dictionary");
  return (
    <>
      <Tools {...props} />
      {isNew ? (
        <Panel title={t("term.new")}>
          <NewTerm {...props} />
        </Panel>
      ) : null}
      {isImport ? (
        <Panel title={t("term.import")}>
          <ImportTerms {...props} />
        </Panel>
      ) : null}
      <TermTable {...props} />
      {terms.length === count ? null : (
        <p className="text-xs text-ink-muted">{t("term.first", { n: terms.length, count })}</p>
      )}
      {can.make ? <TestPanel {...props} /> : null}
    </>
  );
}

function Tools({ q, can }: TermsTabProps) {
  const { t } = useTranslation("dictionary");
  const { time } = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ListForm key={q} action={paths.dictionary()} isSearch look="flex flex-wrap gap-2">
        <input type="hidden" name="tab" value="terms" />
        <input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          aria-label={t("term.find")}
          placeholder={t("term.find")}
          className={controlLook({ size: "small", className: "w-60" })}
        />
        <Button type="submit">{t("search")}</Button>
      </ListForm>
      <SavedNote intent="make_term">{({ at }) => t("term.made", { time: time(at) })}</SavedNote>
      <span className="ml-auto flex flex-wrap gap-2">
        {can.make ? (
          <LinkButton icon={Upload} to={paths.dictionary({ tab: "terms", open: "import" })}>
            {t("term.import")}
          </LinkButton>
        ) : null}
        <LinkButton icon={Download} to={paths.termsCsv()} reloadDocument>
          {t("term.export")}
        </LinkButton>
      </span>
    </div>
  );
}
