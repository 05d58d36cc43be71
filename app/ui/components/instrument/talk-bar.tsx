import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";

/** Our part of all speech against theirs; `talkRatio` is 0–1, null where the sides are not known. */
export function TalkBar({ talkRatio }: { talkRatio: number | null }) {
  const { t } = useTranslation("common");
  const { percent } = useFormat();
  if (talkRatio === null)
    return <span className="text-xs text-ink-muted">{t("talkBar.unknown")}</span>;
  const us = Math.min(1, Math.max(0, talkRatio));
  return (
    <span
      role="img"
      aria-label={t("talkBar.both", { us: percent(us), them: percent(1 - us) })}
      className="my-1 flex h-2 w-full gap-0.5 overflow-hidden rounded-mark"
    >
      {us > 0 ? <span className="bg-us" style={{ flexGrow: us, flexBasis: 0 }} /> : null}
      {us < 1 ? <span className="bg-them" style={{ flexGrow: 1 - us, flexBasis: 0 }} /> : null}
    </span>
  );
}
