import type { ReactNode } from "react";
import type { RecordingsQuery } from "#app/core/pages/recordings-filters.ts";
import { paths } from "#app/paths.ts";
import { ListForm as Form } from "#app/ui/components/form/list-form.tsx";
import { listPairs } from "./list-url.ts";

type Props = {
  query: RecordingsQuery;
  /** Keys of the address that the form's own fields replace. */
  without: readonly string[];
  /** Makes it a search of that name. */
  label?: string;
  look: string;
  children: ReactNode;
};

/**
 * A form that keeps what is in the list's address already; on a view its empty fields are written, too: they take away
 * what the view holds.
 */
export const ListForm = ({ query, without, children, ...form }: Props) => (
  <Form
    {...form}
    action={paths.recordings()}
    kept={listPairs(query).filter(([key]) => !without.includes(key))}
    keepsEmpty={query.view !== null}
    keepsPlace
  >
    {children}
  </Form>
);
