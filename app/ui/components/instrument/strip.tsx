import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { drawStrip } from "./strip-drawing.ts";

type Props = {
  /** 150 cells as base64; null while nobody has measured. */
  strip: string | null;
  /** Our share of speech; null where the call is too short for a figure, which is then not said. */
  talkRatio: number | null;
  /** `row`: 150 × 26 px; `wide`: as wide as its place, for phones. */
  size?: "row" | "wide";
};

/** Who spoke when, in one line: our lane above theirs. */
export function Strip({ strip, talkRatio, size = "row" }: Props) {
  const { t } = useTranslation("common");
  const { percent } = useFormat();
  const { cells, us, them, share } = drawStrip(strip ?? "");
  if (cells === 0) return <span className="text-xs text-ink-muted">{t("strip.unknown")}</span>;
  if (share === null) return <span className="text-xs text-ink-muted">{t("strip.silent")}</span>;
  return (
    <svg
      viewBox={`0 0 ${cells} 26`}
      width={size === "row" ? 150 : "100%"}
      height="26"
      preserveAspectRatio="none"
      role="img"
      aria-label={
        talkRatio === null
          ? t("strip.drawn")
          : t("strip.both", { us: percent(talkRatio), them: percent(1 - talkRatio) })
      }
      className="block max-w-full"
    >
      {us === "" ? null : <path className="bars-us" d={us} />}
      {them === "" ? null : <path className="bars-them" d={them} />}
    </svg>
  );
}
