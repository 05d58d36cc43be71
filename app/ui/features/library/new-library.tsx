import { Form } from "@remix-run/react";
import type { LibrariesView } from "#app/core/pages/libraries.server.ts";
import { LIBRARY_KINDS, makeLibraryForm } from "#app/core/domain/library/library.schema.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ErrorSummary } from "#app/ui/components/form/error-summary.tsx";
import { FormButton } from "#app/ui/components/form/form-button.tsx";
import { refusalOf } from "#app/ui/components/form/refusal.ts";
import { SelectField } from "#app/ui/components/form/select-field.tsx";
import { TextField } from "#app/ui/components/form/text-field.tsx";
import { useParleyForm } from "#app/ui/components/form/use-parley-form.ts";

type Props = Pick<LibrariesView, "teams" | "mayPublish"> & { answer: unknown };

/** The id of its form, for links to it. */
export const NEW_LIBRARY = "make-library";

/** Name, purpose and readers of a library that is made. */
export function NewLibrary({ teams, mayPublish, answer }: Props) {
  const { t } = useTranslation("library");
  const form = useParleyForm(makeLibraryForm, {
    id: NEW_LIBRARY,
    refusal: refusalOf(answer, "make_library"),
    defaultValue: { kind: "personal" },
  });
  const labels = {
    name: t("new.name"),
    description: t("new.description"),
    kind: t("new.kind"),
    teamId: t("new.team"),
  };
  const kinds = LIBRARY_KINDS.filter(
    (kind) => kind === "personal" || (mayPublish && (kind !== "team" || teams.length > 0)),
  );
  return (
    <Form method="post" {...form.props} className="grid gap-4">
      <ErrorSummary form={form} labels={labels} />
      <div className="grid gap-4 desk:grid-cols-2">
        <TextField field={form.fields.name} label={labels.name} maxLength={80} />
        <TextField
          field={form.fields.description}
          label={labels.description}
          maxLength={280}
          isOptional
        />
        <SelectField
          field={form.fields.kind}
          label={labels.kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        {teams.length === 0 ? null : (
          <SelectField
            field={form.fields.teamId}
            label={labels.teamId}
            options={[
              { value: "", label: t("new.noTeam") },
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      <div>
        <FormButton name="intent" value="make_library">
          {t("new.make")}
        </FormButton>
      </div>
    </Form>
  );
}
