import type { FolderView } from "#app/core/domain/library/library-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { FormField } from "#app/ui/components/form/field-frame.tsx";
import { SelectField } from "#app/ui/components/form/select-field.tsx";

type Props = { folders: readonly FolderView[]; field: FormField };

/** Into which folder; nothing where there is none. */
export function FolderField({ folders, field }: Props) {
  const { t } = useTranslation("library");
  if (folders.length === 0) return null;
  return (
    <SelectField
      field={field}
      label={t("add.folder")}
      options={[
        { value: "", label: t("folders.none") },
        ...folders.map(({ id, path }) => ({ value: id, label: path })),
      ]}
    />
  );
}
