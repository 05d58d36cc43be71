import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { LinkButton } from "#app/ui/components/primitive/link-button.tsx";

/** A way back from a provider that is not ours to take, or not any more. */
export function StartAgainPage() {
  const { t } = useTranslation("connection");
  return (
    <Page title={t("again.title")}>
      <p className="max-w-prose text-sm">{t("again.text")}</p>
      <p>
        <LinkButton to={paths.connections()} tone="primary">
          {t("again.to")}
        </LinkButton>
      </p>
    </Page>
  );
}
