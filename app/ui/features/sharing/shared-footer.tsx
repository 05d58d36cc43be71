import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";

type Props = {
  hasRecording?: boolean;
  /** Whom to ask for removal, and whose recording it is; without an address it is said in words. */
  removal?: { email: string | null; workspace: string };
  /** Languages. */
  children: ReactNode;
};

/** What is at the foot of every page of a link: consent where it is shown, whom to ask for removal, languages. */
export function SharedFooter({ hasRecording = false, removal, children }: Props) {
  const { t } = useTranslation("shared");
  const email = removal?.email ?? null;
  return (
    <>
      <p>
        {hasRecording ? `${t("footer.consent")} ` : ""}
        {removal === undefined || email === null ? (
          t("footer.removeWhy")
        ) : (
          <>
            {`${t("footer.wereYou")} `}
            <a
              href={mailTo(email, t("footer.subject", { workspace: removal.workspace }))}
              className="inline-block min-h-6 leading-6 text-link underline underline-offset-3"
            >
              {t("footer.remove")}
            </a>
          </>
        )}
      </p>
      {children}
    </>
  );
}

/** The title stays out of it: mail is read by more people than the page. */
const mailTo = (email: string, subject: string): string =>
  `mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(subject)}`;
