import { useTranslation } from "#app/i18n/translation.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";

/** Names what an address asked of a list that the list does not understand (product §8.2). */
export function IgnoredNote({ ignored }: { ignored: readonly { key: string; value: string }[] }) {
  const { t } = useTranslation("common");
  if (ignored.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-1.5">
      {ignored.map(({ key, value }, n) => (
        // The same may be asked twice, and is named twice.
        <Tag key={n} tone="warn">
          {t("ignored", { what: `${key}=${value}` })}
        </Tag>
      ))}
    </p>
  );
}
