import { useTranslation } from "#app/i18n/translation.tsx";

const SAID = [
  "unauthorised",
  "forbidden",
  "rate_limited",
  "busy",
  "quota",
  "unavailable",
  "not_found",
  "refused",
  "unreadable",
  "address_refused",
  "locked",
  "grant_refused",
  "app_refused",
  "no_refresh_token",
  "scope_missing",
] as const;

/** A fault in words, with what helps. */
export function useFaultText(): (
  fault: string,
  values: { name: string; scopes: string },
) => string {
  const { t } = useTranslation("connection");
  return (fault, values) => t(`fault.${SAID.find((one) => one === fault) ?? "other"}`, values);
}
