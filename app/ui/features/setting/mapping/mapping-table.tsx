import { Fragment } from "react";
import type { MappingPageView, MappingRowView } from "#app/core/pages/mapping-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import {
  Cell,
  DataTable,
  NameCell,
  NoteRow,
  OpenRow,
  Row,
} from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { FieldFacts, useSourceName, useTypeText } from "./field-text.tsx";
import { NowCell, SaidCell, WouldCell } from "./preview-cells.tsx";
import { RowForm } from "./row-form.tsx";
import { RowTrouble } from "./row-trouble.tsx";
import { useMappingHref } from "./use-mapping-href.ts";

type Props = MappingPageView & { answer: unknown };

/** A row is rule and preview: left what is mapped, right what it would write on the chosen call. */
export function MappingTable(props: Props) {
  const { rows, open, preview, crm, isConnected, answer } = props;
  const { t } = useTranslation("mapping");
  const name = t(`crm.${crm}`);
  const columns = [
    ...[t("column.section"), t("column.field"), t("column.write"), t("column.review")],
    ...(preview === null
      ? []
      : [t("column.now", { crm: name }), t("column.would"), t("column.evidence")]),
    ...(isConnected ? [null] : []),
  ];
  return (
    <DataTable caption={t("rows")} columns={columns} rows={rows}>
      {(row) => (
        <Fragment key={row.id}>
          <MappingRow {...props} row={row} />
          {row.health.trouble === null ? null : (
            <NoteRow columns={columns.length}>
              <RowTrouble row={row} crm={crm} isConnected={isConnected} />
            </NoteRow>
          )}
          {open?.row?.id === row.id && isConnected ? (
            <OpenRow label={t("openRow")} columns={columns.length}>
              <RowForm key={row.id} {...{ open, crm, answer }} />
            </OpenRow>
          ) : null}
        </Fragment>
      )}
    </DataTable>
  );
}

function MappingRow({ row, ...page }: Props & { row: MappingRowView }) {
  const { t } = useTranslation("mapping");
  const sourceName = useSourceName();
  const typeText = useTypeText();
  const hrefTo = useMappingHref(page);
  const { open, preview, isConnected } = page;
  const { source, object, now, health } = row;
  const line = preview?.lines.find(({ rowId }) => rowId === row.id) ?? null;
  const section = source === null ? row.section : sourceName(source);
  const field = now?.label ?? row.fieldLabel;
  const isOpen = open?.row?.id === row.id;
  return (
    <Row>
      <NameCell note={source === null ? null : t(`source.${source.type}`)}>
        <bdi>{section}</bdi>
      </NameCell>
      <Cell phone="line" label={t("column.field")}>
        <span className={`block ${health.trouble === null ? "" : "text-danger"}`}>
          {t("inObject", { object: t(`object.${object}`), field })}
        </span>
        <span className="block text-xs text-ink-muted">
          {now === null ? (
            <code className="font-mono wrap-anywhere">{row.field}</code>
          ) : (
            <FieldFacts field={now} />
          )}
        </span>
        {health.note === null ? null : (
          <span className="block text-xs text-warn">
            {t(`noted.${health.note.kind}`, {
              to: health.note.kind === "type_changed" ? typeText(health.note.to) : health.note.to,
            })}
          </span>
        )}
      </Cell>
      <Cell label={t("column.write")}>{t(`rule.${row.rule}`)}</Cell>
      <Cell label={t("column.review")}>{t(`review.${row.review}`)}</Cell>
      {preview === null || line === null ? null : (
        <>
          <NowCell line={line} row={row} preview={preview} crm={page.crm} />
          <WouldCell line={line} row={row} preview={preview} crm={page.crm} />
          <SaidCell line={line} callId={preview.callId} />
        </>
      )}
      {isConnected ? (
        <Cell phone="line">
          <TextLink
            to={isOpen ? hrefTo({ row: "" }) : `${hrefTo({ row: row.id })}#edit`}
            aria-label={isOpen ? t("closeRow") : t("editOf", { section, field })}
            preventScrollReset
          >
            {t(isOpen ? "closeRow" : "edit")}
          </TextLink>
        </Cell>
      ) : null}
    </Row>
  );
}
