import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { MappingLine } from "#app/core/domain/mapping/mapping-line.ts";
import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import type { TemplateLine } from "#app/core/domain/template/template-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { RowButton } from "#app/ui/components/form/row-button.tsx";
import { GripSlot } from "#app/ui/components/primitive/late-sorting.tsx";
import { OpenableTable } from "#app/ui/components/primitive/openable-table.tsx";
import { Cell, NameCell, Row } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { RuleText } from "./rule-text.tsx";
import { TemplateActions } from "./template-actions.tsx";

type Props = {
  caption: string;
  lines: readonly TemplateLine[];
  /** How many are in use: the places there are. */
  places: number;
  open: string | null;
  tab: string | null;
  canChange: boolean;
  empty?: ReactNode;
  mappings: Record<number, MappingLine[]>;
  crms: readonly CrmSlug[];
};

/** Templates, each with whom it is for, its version, and how it did; what can be done with one stands under it. */
export function TemplateTable(props: Props) {
  const { caption, lines, places, open, tab, canChange, empty, mappings, crms } = props;
  const { t } = useTranslation("template");
  const columns = [
    t("column.order"),
    t("column.template"),
    t("column.usedFor"),
    t("column.version"),
    { name: t("column.calls"), align: "end" as const },
    t("column.coverage"),
    ...(canChange ? [t("column.crm"), null] : []),
  ];
  return (
    <OpenableTable
      caption={caption}
      columns={columns}
      rows={lines.map((line) => ({ ...line, number: line.id, id: String(line.id) }))}
      empty={empty}
      opened={{
        id: canChange ? open : null,
        label: t("more"),
        form: ({ number, ...line }) => (
          <TemplateActions line={{ ...line, id: number }} places={places} crms={crms} />
        ),
      }}
    >
      {({ number, ...line }) => (
        <TemplateRow
          line={{ ...line, id: number }}
          tab={tab}
          canChange={canChange}
          mappings={mappings[number] ?? []}
        />
      )}
    </OpenableTable>
  );
}

type RowProps = {
  line: TemplateLine;
  tab: string | null;
  canChange: boolean;
  mappings: readonly MappingLine[];
};

function TemplateRow({ line, tab, canChange, mappings }: RowProps) {
  const { t } = useTranslation("template");
  const { number } = useFormat();
  const { id, name, place } = line;
  const isSorted = canChange && place !== null;
  const note = t("lineNote", {
    language: t(`language.${line.language}`),
    sections: t("sectionsCount", { count: line.sections }),
  });
  return (
    <Row sortId={isSorted ? String(id) : undefined}>
      <Cell kind="short">
        {place === null ? null : (
          <span className="inline-flex items-center gap-1">
            {isSorted ? <GripSlot id={String(id)} /> : null}
            <span className="font-mono">{number(place)}</span>
          </span>
        )}
      </Cell>
      <NameCell note={note}>
        <TextLink tone="name" to={paths.template(id)}>
          <bdi>{name}</bdi>
        </TextLink>
      </NameCell>
      <Cell phone="line">
        <RuleText line={line} />
      </Cell>
      <Cell>
        <VersionText line={line} />
      </Cell>
      <Cell kind="number" label={t("column.calls")}>
        {number(line.calls)}
      </Cell>
      <Cell phone="line" label={t("column.coverage")}>
        <Coverage line={line} canChange={canChange} />
      </Cell>
      {canChange ? (
        <Cell phone="line" label={t("column.crm")}>
          <Mappings id={id} lines={mappings} />
        </Cell>
      ) : null}
      {canChange ? (
        <Cell phone="line">
          <span className="flex items-center justify-end gap-3 whitespace-nowrap">
            <SavedNote intent="move_template" about={String(id)} />
            <TextLink
              to={`${paths.templates({ tab, open: id })}#edit`}
              aria-label={t("moreOf", { name })}
            >
              {t("more")}
            </TextLink>
          </span>
        </Cell>
      ) : null}
    </Row>
  );
}

/** Where its sections go, and whether all of it can be written. */
function Mappings({ id, lines }: { id: number; lines: readonly MappingLine[] }) {
  const { t } = useTranslation("template");
  if (lines.length === 0) return <>–</>;
  return (
    <>
      {lines.map(({ crm, rows, troubled, isConnected }) => (
        <span key={crm} className="block">
          <TextLink to={paths.mapping(id, crm)}>{t(`crm.${crm}`)}</TextLink>
          <span
            className={`block text-xs ${troubled > 0 || !isConnected ? "text-danger" : "text-ink-muted"}`}
          >
            {troubled > 0
              ? t("mapping.troubled", { count: troubled })
              : isConnected
                ? t("mapping.rows", { count: rows })
                : t("mapping.off")}
          </span>
        </span>
      ))}
    </>
  );
}

function VersionText({ line: { isBuiltIn, published, draft } }: { line: TemplateLine }) {
  const { t } = useTranslation("template");
  if (isBuiltIn) return <>{t("own")}</>;
  return (
    <>
      <span className="block">
        {published === null ? t("never") : t("version", { n: published })}
      </span>
      {draft === null ? null : (
        <span className="block text-xs text-ink-muted">{t("draftOf", { n: draft })}</span>
      )}
    </>
  );
}

/** How many answers have a quote; of one that no call can reach, why, and what helps. */
function Coverage({ line, canChange }: { line: TemplateLine; canChange: boolean }) {
  const { t } = useTranslation("template");
  const { percent } = useFormat();
  const { coverage, takenBy, id, name } = line;
  if (takenBy !== null)
    return (
      <span className="grid justify-items-start gap-1">
        <span className="text-warn">{t("neverReached", { name: takenBy.name })}</span>
        {canChange ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="templateId" value={id} />
            <input type="hidden" name="place" value={takenBy.place} />
            <RowButton
              intent="move_template"
              label={t("moveAboveOf", { name, place: takenBy.place })}
            >
              {t("moveAbove", { place: takenBy.place })}
            </RowButton>
          </Form>
        ) : null}
      </span>
    );
  if (coverage === null) return <>{t("noRuns")}</>;
  return (
    <>
      <b className="font-medium">{percent(coverage.answered / coverage.of)}</b>{" "}
      <span className="block text-xs text-ink-muted">{t("coverage", coverage)}</span>
    </>
  );
}
