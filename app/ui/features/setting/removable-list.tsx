import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";

type Row = { id: string; name: string; note: ReactNode; remove: string; removeOf: string };
type Props = {
  label: string;
  /** The command that removes one of them, and the field that names it. */
  intent: string;
  idField: string;
  rows: readonly Row[];
  answer: unknown;
};

/** What a member has and can take away, each with a button; above it why the last removal was refused. */
export function RemovableList({ label, intent, idField, rows, answer }: Props) {
  const refused = refusalOf(answer, intent);
  return (
    <>
      {refused === undefined ? null : (
        <ErrorSummary
          form={{ errors: refused.error?.[""] ?? [], fields: {}, refusal: refused }}
          labels={{}}
        />
      )}
      <ItemList label={label}>
        {rows.map(({ id, name, note, remove, removeOf }) => (
          <Item
            key={id}
            title={name}
            note={note}
            actions={
              <Form method="post">
                <input type="hidden" name="intent" value={intent} />
                <FormButton
                  tone="danger"
                  size="small"
                  name={idField}
                  value={id}
                  aria-label={removeOf}
                >
                  {remove}
                </FormButton>
              </Form>
            }
          />
        ))}
      </ItemList>
    </>
  );
}
