import { Form } from "@remix-run/react";
import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { useState } from "react";
import {
  LIST_COLUMNS,
  type ListColumn,
  type ListSettings,
} from "#app/core/domain/account/list-settings.ts";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { Checkbox } from "#app/ui/components/primitive/checkbox.tsx";
import { Disclosure } from "#app/ui/components/primitive/disclosure.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { isExplained } from "./column-cells.tsx";
import { listSearch, listUrl } from "./list-url.ts";

type Props = { query: RecordingsQuery; look: ListSettings };

/** Which columns a row shows, in which order, and how high it is; kept for the reader on every device. */
export function ColumnsMenu({ query, look }: Props) {
  const { t } = useTranslation("view");
  return (
    <Disclosure
      label={t("columns.title")}
      face={
        <span
          aria-hidden
          className="inline-flex min-h-[28px] items-center gap-1.5 rounded-control border border-line-strong bg-surface-raised px-2.5 text-sm font-medium"
        >
          <Icon of={Columns3} />
          {t("columns.title")}
        </span>
      }
      place="tools"
      isOpen={query.panel === "columns"}
      plainTo={listUrl(query, { panel: "columns" })}
    >
      <ColumnsForm key={JSON.stringify(look)} query={query} look={look} />
    </Disclosure>
  );
}

function ColumnsForm({ query, look }: Props) {
  const { t } = useTranslation("view");
  const { t: search } = useTranslation("search");
  const [order, setOrder] = useState<ListColumn[]>([
    ...look.columns,
    ...LIST_COLUMNS.filter((column) => !look.columns.includes(column)),
  ]);
  const [said, say] = useState("");
  const move = (column: ListColumn, step: -1 | 1) => {
    const at = order.indexOf(column);
    const other = order[at + step];
    if (other === undefined) return;
    setOrder(order.with(at, other).with(at + step, column));
    say(t("columns.moved", { name: search(`column.${column}`), place: at + step + 1 }));
  };
  return (
    <Form method="post" action={paths.recordings(listSearch(query))} className="grid gap-3">
      <ul className="max-h-[45vh] overflow-y-auto">
        {order.map((column, at) => {
          const name = search(`column.${column}`);
          return (
            <li key={column} className="flex flex-wrap items-center gap-1">
              <input type="hidden" name="order" value={column} />
              <label className="flex min-h-7 min-w-0 grow items-center gap-1 text-sm">
                <Checkbox
                  name="shown"
                  value={column}
                  defaultChecked={look.columns.includes(column)}
                  {...(isExplained(column) && { "aria-describedby": `column-${column}` })}
                />
                <span className="truncate">{name}</span>
              </label>
              {([-1, 1] as const).map((step) => (
                <IconButton
                  key={step}
                  size="small"
                  type="submit"
                  name="press"
                  value={`${step < 0 ? "up" : "down"}:${column}`}
                  icon={step < 0 ? ArrowUp : ArrowDown}
                  label={t(step < 0 ? "columns.up" : "columns.down", { name })}
                  disabledReason={order[at + step] === undefined ? t("columns.atEnd") : undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    move(column, step);
                  }}
                />
              ))}
              {isExplained(column) ? (
                <p id={`column-${column}`} className="basis-full pb-1 text-xs text-ink-muted">
                  {search(`means.${column}`)}
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
      <span role="status" className="sr-only">
        {said}
      </span>
      <label className="grid gap-1 text-xs text-ink-muted">
        {t("columns.density")}
        <Select
          name="density"
          size="small"
          defaultValue={look.density}
          options={(["comfortable", "compact"] as const).map((density) => ({
            value: density,
            label: t(`columns.${density}`),
          }))}
        />
      </label>
      <input type="hidden" name="intent" value="arrange_list" />
      <span className="flex gap-2">
        <FormButton name="press" value="save">
          {t("columns.save")}
        </FormButton>
        <FormButton tone="quiet" name="press" value="reset">
          {t("columns.reset")}
        </FormButton>
      </span>
    </Form>
  );
}
