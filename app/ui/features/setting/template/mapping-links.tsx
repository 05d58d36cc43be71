import type { CrmSlug } from "#app/core/domain/mapping/mapping-types.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** To the mapping to each CRM that is connected; without one, to where it is connected. */
export function MappingLinks({ id, crms }: { id: number; crms: readonly CrmSlug[] }) {
  const { t } = useTranslation("template");
  if (crms.length === 0)
    return <TextLink to={paths.connections()}>{t("mapping.connect")}</TextLink>;
  return (
    <>
      {crms.map((crm) => (
        <TextLink key={crm} to={paths.mapping(id, crm)}>
          {t("mapping.to", { crm: t(`crm.${crm}`) })}
        </TextLink>
      ))}
    </>
  );
}
