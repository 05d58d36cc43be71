import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import { NotePage } from "./note-page.tsx";

type Props = { reason: "cancelled" | "away" | "uninvited"; footer: ReactNode };

/** A sign-in through a partner that led nowhere, and the way back. */
export function IdentityProviderRefusedPage({ reason, footer }: Props) {
  const { t } = useTranslation("signin");
  return (
    <NotePage title={t(`partner.${reason}Title`)} text={t(`partner.${reason}`)} footer={footer}>
      <TextLink to={paths.signIn()}>{t("again")}</TextLink>
    </NotePage>
  );
}
