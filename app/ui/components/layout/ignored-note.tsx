import { useTranslation } from "#app/i18n/translation.tsx";

/** Names what an address asked of a list that the list does not understand (product §8.2). */
export function IgnoredNote({ ignored }: { ignored: readonly { key: string; value: string }[] }) {
  const { t } = useTranslation("common");
  if (ignored.length === 0) return null;
  return (
    <p className="text-xs text-warn">
      {t("ignored", { what: ignored.map(({ key, value }) => `${key}=${value}`).join(", ") })}
    </p>
  );
}
