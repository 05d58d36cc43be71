import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";

/** Ten codes, shown this once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation("account");
  return (
    <div className="grid gap-2">
      <Banner isNews>{t("factor.codes")}</Banner>
      <ul aria-label={t("factor.codesTitle")} className="grid grid-cols-2 gap-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}

/** The recovery codes an action answered. */
export function codesOf(answer: unknown): string[] | null {
  if (typeof answer !== "object" || answer === null || !("codes" in answer)) return null;
  const { codes } = answer;
  return Array.isArray(codes) ? codes.filter((code) => typeof code === "string") : null;
}
