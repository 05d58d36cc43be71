import { lazy, type ReactNode, Suspense, useRef } from "react";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import type { RecordingsView } from "#app/core/pages/recordings-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { focusHome } from "#app/ui/components/primitive/focus-home.ts";
import { BulkPlain } from "./bulk-plain.tsx";
import { SelectPageLine } from "./selection-cells.tsx";
import { SelectionRegion, useSelection } from "./selection.tsx";
import { useSelectionKeys } from "./use-selection-keys.ts";

const BulkBar = lazy(() => import("./bulk-bar.tsx"));

type Props = Pick<RecordingsView, "rows" | "query" | "count" | "choices" | "next" | "note"> & {
  children: ReactNode;
};

/** Around the list: its calls can be selected, and what is done with them stands below it. */
export const BulkRegion = (props: Props) => (
  <SelectionRegion query={props.query} rows={props.rows}>
    <List {...props} />
  </SelectionRegion>
);

function List({ rows, query, count, choices, next, note, children }: Props) {
  const { t } = useTranslation("bulk");
  const selection = useSelection();
  const region = useRef<HTMLDivElement>(null);
  const focusList = () => (focusHome() ?? region.current)?.focus();
  useSelectionKeys(region, selection, focusList);
  const { picked, isAll, said } = selection;
  const isUsed = isAll || picked.size > 0;
  return (
    <div ref={region} tabIndex={-1} data-quiet-focus>
      <div className="grid gap-2">
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
        <noscript>
          {import.meta.env.SSR ? (
            // A browser never draws it, so it has no code for it.
            <BulkPlain query={query} choices={choices} hasNext={next !== null} />
          ) : null}
        </noscript>
      )}
      {isUsed ? (
        <Suspense>
          <BulkBar query={query} count={count} isCut={note === "refine"} onCleared={focusList} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** A table has a box in its head. */
const hasHeads = ({ as }: RecordingsQuery): boolean => as !== "cards";
