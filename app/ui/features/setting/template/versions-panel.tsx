import { Form } from "@remix-run/react";
import type { TemplateView, VersionLine } from "#app/core/domain/template/template-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Cell, DataTable, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { DiffList } from "./diff-list.tsx";

/** Every version with what its publisher said; an older one can be compared, and published again. */
export function VersionsPanel({ template }: { template: TemplateView }) {
  const { id, versions, compared, number, canChange } = template;
  const { t } = useTranslation("template");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {compared === null ? null : (
        <Panel title={t("versions.diffTitle", { from: compared.number, to: number })}>
          <DiffList diff={compared.diff} />
        </Panel>
      )}
      <DataTable
        caption={t("versions.title")}
        columns={[
          t("versions.column.version"),
          t("versions.column.note"),
          t("versions.column.by"),
          t("versions.column.when"),
          null,
        ]}
        rows={versions}
      >
        {(line) => (
          <VersionRow
            key={line.number}
            line={line}
            templateId={id}
            canCompare={line.number !== number}
            canRollBack={canChange && line.state === "archived"}
          />
        )}
      </DataTable>
      {canChange ? <p className="text-xs text-ink-muted">{t("versions.rollBackNote")}</p> : null}
    </div>
  );
}

type RowProps = {
  line: VersionLine;
  templateId: number;
  canCompare: boolean;
  canRollBack: boolean;
};

function VersionRow({ line, templateId, canCompare, canRollBack }: RowProps) {
  const { t } = useTranslation("template");
  const { when } = useFormat();
  const { number: n, state, note, at, by } = line;
  return (
    <Row>
      <NameCell>
        <span className="inline-flex items-center gap-2">
          {t("version", { n })} <Tag>{t(`state.${state}`)}</Tag>
        </span>
      </NameCell>
      <Cell phone="line">{note}</Cell>
      <Cell>{by}</Cell>
      <Cell kind="short">{when(at)}</Cell>
      <Cell phone="line">
        <span className="flex items-center justify-end gap-3 whitespace-nowrap">
          {canCompare ? (
            <TextLink
              to={paths.template(templateId, { tab: "versions", compare: n })}
              aria-label={t("versions.compareOf", { n })}
            >
              {t("versions.compare")}
            </TextLink>
          ) : null}
          {canRollBack ? (
            <Form method="post">
              <input type="hidden" name="number" value={n} />
              <RowButton intent="roll_back" label={t("versions.rollBackOf", { n })}>
                {t("versions.rollBack")}
              </RowButton>
            </Form>
          ) : null}
        </span>
      </Cell>
    </Row>
  );
}
