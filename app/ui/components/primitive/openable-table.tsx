import { type ComponentProps, Fragment, type ReactNode } from "react";
import { DataTable, OpenRow } from "./table.tsx";

type Props<R> = Omit<ComponentProps<typeof DataTable<R>>, "children"> & {
  /** A `Row`. */
  children: (row: R) => ReactNode;
  /** Which row is open, what that is called for who does not see it, and the form that stands under it. */
  opened: { id: string | null; label: string; form: (row: R) => ReactNode };
};

/** A list of which one row may stand open. */
export function OpenableTable<R extends { id: string }>({ children, opened, ...table }: Props<R>) {
  return (
    <DataTable {...table}>
      {(row) => (
        <Fragment key={row.id}>
          {children(row)}
          {row.id === opened.id ? (
            <OpenRow label={opened.label} columns={table.columns.length}>
              {opened.form(row)}
            </OpenRow>
          ) : null}
        </Fragment>
      )}
    </DataTable>
  );
}
