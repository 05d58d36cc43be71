import { useLocation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { LinkButton } from "./link-button.tsx";

/** Beside what was refused because the session is over: in a tab of its own, so that what was typed stays here. */
export function SignInLink() {
  const { t } = useTranslation("errors");
  const { pathname, search } = useLocation();
  return (
    <LinkButton size="small" to={paths.signIn(pathname + search)} target="_blank">
      {t("visitor.signIn")}
    </LinkButton>
  );
}
