import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";

/** What stands at the foot of every page of a link: consent where it is shown, whom to ask for removal, languages. */
export function SharedFooter({
  hasRecording = false,
  children,
}: {
  hasRecording?: boolean;
  /** Languages. */
  children: ReactNode;
}) {
  const { t } = useTranslation("shared");
  return (
    <>
      <p>
        {hasRecording ? `${t("footer.consent")} ` : ""}
        {t("footer.removeWhy")}
      </p>
      {children}
    </>
  );
}
