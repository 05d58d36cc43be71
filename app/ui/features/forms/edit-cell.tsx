import { useTranslation } from "#app/i18n/translation.tsx";
import { SavedNote } from "#app/ui/components/form/saved.tsx";
import { Cell } from "#app/ui/components/primitive/table.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

type Props = {
  row: { id: string; name: string };
  /** Opens the row's form; null for who may not change it. */
  to: string | null;
  /** The command whose success is said here. */
  saved: string;
};

/** The last cell of a row that has a form: what was saved of it, and the way to the form. */
export function EditCell({ row: { id, name }, to, saved }: Props) {
  const { t } = useTranslation("setting");
  return (
    <Cell phone="line">
      <span className="flex items-center justify-end gap-3 whitespace-nowrap">
        <SavedNote intent={saved} about={id} />
        {to === null ? null : (
          <TextLink to={to} aria-label={t("editOf", { name })}>
            {t("edit")}
          </TextLink>
        )}
      </span>
    </Cell>
  );
}
