import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";

export type ShownIdentityProvider = { slug: string; name: string };

type Props = {
  identityProviders: ShownIdentityProvider[];
  next: string;
  /** The path of the sign-up link somebody comes by. */
  invitation?: string;
};

/** A way in through each partner. They lead to another site, so the browser goes there itself. */
export function IdentityProviderButtons({ identityProviders, next, invitation }: Props) {
  const { t } = useTranslation("signin");
  return (
    <ul className="grid gap-2">
      {identityProviders.map(({ slug, name }) => (
        <li key={slug}>
          <LinkButton
            to={paths.signInIdentityProvider(slug, next, invitation)}
            reloadDocument
            width="full"
          >
            {t("partner.with", { name })}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
