import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { NarrowPage } from "./narrow-page.tsx";

/** A link that lost some of its signs on the way: nothing ended, and nothing is on its way. */
export function IncompleteLink({ footer }: { footer?: ReactNode }) {
  const { t } = useTranslation("incomplete");
  return (
    <NarrowPage title={t("title")} footer={footer}>
      <p>{t("why")}</p>
    </NarrowPage>
  );
}
