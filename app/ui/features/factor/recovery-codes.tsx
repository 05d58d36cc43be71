import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";

/** Ten codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation("account");
  return (
    <div className="grid max-w-md gap-3">
      <Banner isUpdate>{t("factor.codes")}</Banner>
      <ul aria-label={t("factor.codesTitle")} className="grid grid-cols-2 gap-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="text-sm">
        <TextLink
          to={`data:text/plain;charset=utf-8,${encodeURIComponent(codes.join("\r\n"))}`}
          download="parley-recovery-codes.txt"
          reloadDocument
        >
          {t("factor.codesFile")}
        </TextLink>
      </p>
    </div>
  );
}

/** The recovery codes an action answered. */
export function codesOf(answer: unknown): string[] | null {
  if (typeof answer !== "object" || answer === null || !("codes" in answer)) return null;
  const { codes } = answer;
  return Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : null;
}
