import { lazy, type ReactNode, Suspense, useRef } from "react";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { RecordingsView } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { BulkPlain } from "./bulk-plain.tsx";
import { SelectPageLine } from "./selection-cells.tsx";
import { SelectionRegion, useSelection } from "./selection.tsx";
import { useSelectionKeys } from "./use-selection-keys.ts";

const BulkBar = lazy(() => import("./bulk-bar.tsx"));

type Props = Pick<RecordingsView, "rows" | "query" | "count" | "choices" | "next"> & {
  children: ReactNode;
};

/** Around the list: its calls can be selected, and what is done with them stands below it. */
export const BulkRegion = (props: Props) => (
  <SelectionRegion query={props.query} rows={props.rows}>
    <List {...props} />
  </SelectionRegion>
);

function List({ rows, query, count, choices, next, children }: Props) {
  const { t } = useTranslation("bulk");
  const selection = useSelection();
  const list = useRef<HTMLDivElement>(null);
  useSelectionKeys(list, selection);
  const { picked, isAll, said } = selection;
  const isUsed = isAll || picked.size > 0;
  return (
    <>
      <div ref={list} className="grid gap-2">
        {rows.length === 0 ? null : (
          <div className={hasHeads(query) ? "desk:hidden" : undefined}>
            <SelectPageLine />
          </div>
        )}
        {children}
      </div>
      <p role="status" className={said === null ? "sr-only" : "mt-2 text-sm text-ink-muted"}>
        {said !== null
          ? t(`select.${said}`)
          : isUsed
            ? isAll
              ? t("select.everything")
              : t("select.count", { count: picked.size })
            : null}
      </p>
      {rows.length === 0 ? null : (
        <BulkPlain query={query} choices={choices} hasNext={next !== null} />
      )}
      {isUsed ? (
        <Suspense>
          <BulkBar query={query} count={count} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A table has a box in its head. */
const hasHeads = ({ as }: RecordingsQuery): boolean => as !== "cards";
