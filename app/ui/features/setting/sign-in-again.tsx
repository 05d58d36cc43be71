import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";
import { PasskeyButton } from "#app/ui/features/factor/passkey-button.tsx";

type Props = { again: { slug: string; name: string }[]; hasPasskeys: boolean; next: string };

/** Who has no password shows who they are by signing in once more, the way they do. */
export function SignInAgain({ again, hasPasskeys, next }: Props) {
  const { t } = useTranslation("setting");
  return (
    <div className="grid max-w-md gap-3 text-sm">
      <p>{t("again.note")}</p>
      <div className="flex flex-wrap items-center gap-3">
        {again.map(({ slug, name }) => (
          <LinkButton key={slug} to={paths.signInIdentityProviderAgain(slug, next)} reloadDocument>
            {t("again.with", { name })}
          </LinkButton>
        ))}
        {hasPasskeys ? <PasskeyButton next={next} /> : null}
      </div>
    </div>
  );
}
