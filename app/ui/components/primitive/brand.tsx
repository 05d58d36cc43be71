import { useTranslation } from "#app/i18n/translation.tsx";

/** The mark, two voices on one clock, and the name. */
export function Brand() {
  const { t } = useTranslation("common");
  return (
    <span className="inline-flex items-center gap-[9px] text-lg font-strong tracking-tight text-ink">
      <svg
        width="22"
        height="22"
        viewBox="0 0 22 22"
        aria-hidden
        strokeWidth="2.4"
        strokeLinecap="round"
      >
        <path d="M3 8v3M7 4.5v7M11 7v4" className="stroke-us" />
        <path d="M11 14v3M15 11v7M19 12.5v3.5" className="stroke-them" />
      </svg>
      {t("appName")}
    </span>
  );
}
