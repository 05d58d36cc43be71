import type { TermLine } from "#app/core/domain/dictionary/term-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { EmptyState } from "#app/ui/components/layout/empty-state.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { EditCell } from "#app/ui/features/forms/edit-cell.tsx";
import type { TermsTabProps } from "./dictionary-page.tsx";
import { EditTerm } from "./edit-term.tsx";
import { languageText } from "./language-text.ts";

/** Terms in alphabetical order, with how they are heard. */
export function TermTable(props: TermsTabProps) {
  const { terms, opened, q, can } = props;
  const { t } = useTranslation("dictionary");
  return (
    <OpenableTable
      caption={t("term.title")}
      columns={[
        t("column.term"),
        t("soundsLike"),
        t("categoryOf"),
        t("languageOf"),
        t("usedBy"),
        { name: t("weight"), align: "end" },
        null,
      ]}
      rows={terms}
      empty={
        q !== "" ? (
          <EmptyState title={t("noneFound")} why={t("term.noneFound", { q })} />
        ) : (
          <EmptyState
            title={t("term.emptyTitle")}
            why={t(can.make ? "term.empty" : "term.emptyRead")}
          />
        )
      }
      opened={{
        id: opened?.canChange === true ? opened.id : null,
        label: opened?.term ?? "",
        form: (term) => <EditTerm {...props} term={term} />,
      }}
    >
      {(term) => <TermRow term={term} q={q} />}
    </OpenableTable>
  );
}

function TermRow({ term, q }: { term: TermLine; q: string }) {
  const { t } = useTranslation("dictionary");
  const { number } = useFormat();
  const { id, variants, category, language, team, boost, isEnabled, canChange } = term;
  return (
    <Row>
      <NameCell note={isEnabled ? null : t("term.off")}>
        <bdi>{term.term}</bdi>
      </NameCell>
      <Cell phone="line">
        <bdi className="wrap-anywhere">{variants.join(", ")}</bdi>
      </Cell>
      <Cell>{t(`termCategory.${category}`)}</Cell>
      <Cell>{languageText(t, language)}</Cell>
      <Cell>{team?.name ?? t("everybody")}</Cell>
      <Cell kind="number" label={t("weight")}>
        {number(boost)}
      </Cell>
      <EditCell
        row={{ id, name: term.term }}
        to={
          canChange
            ? paths.dictionary({ tab: "terms", q: q === "" ? null : q, open: id }, "#edit")
            : null
        }
        saved="change_term"
      />
    </Row>
  );
}
