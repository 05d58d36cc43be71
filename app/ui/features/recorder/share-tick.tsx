import { useTranslation } from "#app/i18n/translation.tsx";

/** What the browser's own picker looks like, and which tick brings the sound. */
export function ShareTick() {
  const { t } = useTranslation("recorder");
  return (
    <figure className="grid justify-items-start gap-1">
      <svg
        viewBox="0 0 240 84"
        width="240"
        height="84"
        role="img"
        aria-label={t("sources.tick.label")}
        className="max-w-full rounded-control border border-line bg-surface"
      >
        <rect
          x="10"
          y="10"
          width="64"
          height="40"
          rx="3"
          className="fill-surface-sunken stroke-line-strong"
        />
        <rect
          x="88"
          y="10"
          width="64"
          height="40"
          rx="3"
          className="fill-surface-sunken stroke-accent"
          strokeWidth="2"
        />
        <rect
          x="166"
          y="10"
          width="64"
          height="40"
          rx="3"
          className="fill-surface-sunken stroke-line-strong"
        />
        <rect x="10" y="62" width="12" height="12" rx="2" className="fill-accent" />
        <path d="M12.5 68l2.5 2.5 4.5-5" className="fill-none stroke-on-accent" strokeWidth="1.8" />
        <text x="28" y="72" fontSize="11" className="fill-ink">
          {t("sources.tick.text")}
        </text>
      </svg>
      <figcaption>{t("sources.tick.caption")}</figcaption>
    </figure>
  );
}
