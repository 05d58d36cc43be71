import { Form } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import type { MappingPageView, MappingRowView } from "#app/core/pages/mapping-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { useSourceName, useTypeText } from "./field-text.tsx";

type Props = { row: MappingRowView; crm: MappingPageView["crm"]; isConnected: boolean };

/** Why a row writes nothing, with what mends it. */
export function RowTrouble({ row, crm, isConnected }: Props) {
  const { t } = useTranslation("mapping");
  const { trouble } = row.health;
  if (trouble === null) return null;
  const renamed = trouble.kind === "field_gone" ? trouble.renamed : [];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="inline-flex items-start gap-1.5 text-danger">
        <Icon of={CircleAlert} />
        <Words row={row} crm={crm} />
      </span>
      {renamed.map(({ name }) => (
        <span key={name} className="text-ink-soft">
          {t("trouble.renamed", { name })}
        </span>
      ))}
      {trouble.kind === "impossible" && trouble.fitting.length > 0 ? (
        <span className="text-ink-soft">
          {t("trouble.fitting", { names: trouble.fitting.map(({ label }) => label).join(", ") })}
        </span>
      ) : null}
      {!isConnected
        ? null
        : renamed.map(({ name }) => (
            <Form key={name} method="post" preventScrollReset>
              <OfRow row={row} />
              <input type="hidden" name="field" value={name} />
              <FormButton tone="plain" size="small" name="intent" value="use_field">
                {t("trouble.use", { name })}
              </FormButton>
            </Form>
          ))}
      {isConnected ? <RemoveRow row={row} size="small" /> : null}
    </div>
  );
}

function Words({ row, crm }: Pick<Props, "row" | "crm">) {
  const { t } = useTranslation("mapping");
  const typeText = useTypeText();
  const { trouble } = row.health;
  const name = t(`crm.${crm}`);
  switch (trouble?.kind) {
    case undefined:
      return null;
    case "impossible":
      return (
        <span>
          {t("trouble.impossible", {
            source: t(`source.${row.source?.type ?? "text"}`),
            type: typeText(row.now?.type ?? row.fieldType),
          })}
        </span>
      );
    case "option_gone":
      return (
        <span>{t("trouble.option_gone", { crm: name, values: trouble.values.join(", ") })}</span>
      );
    case "field_gone":
    case "not_writeable":
    case "section_gone":
      return <span>{t(`trouble.${trouble.kind}`, { crm: name, field: row.fieldLabel })}</span>;
  }
}

export function OfRow({ row: { id, version } }: { row: MappingRowView }) {
  return (
    <>
      <input type="hidden" name="rowId" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  );
}

export function RemoveRow({ row, size }: { row: MappingRowView; size: "small" | "control" }) {
  const { t } = useTranslation("mapping");
  const sourceName = useSourceName();
  const section = row.source === null ? row.section : sourceName(row.source);
  return (
    <Form method="post" preventScrollReset>
      <OfRow row={row} />
      <FormButton
        tone="danger"
        {...(size === "small" ? { size } : {})}
        name="intent"
        value="remove_row"
        aria-label={t("removeRowOf", { section, field: row.fieldLabel })}
      >
        {t("removeRow")}
      </FormButton>
    </Form>
  );
}
