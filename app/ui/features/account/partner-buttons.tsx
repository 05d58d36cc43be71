import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";

export type ShownPartner = { slug: string; name: string };

type Props = {
  partners: ShownPartner[];
  next: string;
  /** The path of the sign-up link somebody comes by. */
  invitation?: string;
};

/** A way in through each partner. They lead to another site, so the browser goes there itself. */
export function PartnerButtons({ partners, next, invitation }: Props) {
  const { t } = useTranslation("signin");
  return (
    <ul className="grid gap-2">
      {partners.map(({ slug, name }) => (
        <li key={slug}>
          <LinkButton to={paths.signInPartner(slug, next, invitation)} reloadDocument width="full">
            {t("partner.with", { name })}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
