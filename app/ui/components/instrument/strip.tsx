import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#app/i18n/place.tsx";
import { decodeStrip, ourShare, runsOf, type StripRun } from "./strip-cells.ts";

const LANE_PX = 7;
const FULL_LEVEL = 15;

type Props = {
  /** 150 cells as base64; null while nobody has measured. */
  strip: string | null;
  /** Our share of speech as measured; without it the strip's own cells answer. */
  talkRatio?: number | null;
  /** `row`: 150 × 26 px; `wide`: as wide as its place, for phones. */
  size?: "row" | "wide";
};

/** Who spoke when, in one line: our lane above theirs. */
export function Strip({ strip, talkRatio = null, size = "row" }: Props) {
  const { t } = useTranslation("common");
  const { percent } = useFormat();
  const cells = useMemo(() => (strip === null ? [] : decodeStrip(strip)), [strip]);
  const share = talkRatio ?? ourShare(cells);
  if (cells.length === 0)
    return <span className="text-xs text-ink-muted">{t("strip.unknown")}</span>;
  const label =
    share === null
      ? t("strip.silent")
      : t("strip.both", { us: percent(share), them: percent(1 - share) });
  return (
    <svg
      viewBox={`0 0 ${cells.length} 26`}
      width={size === "row" ? 150 : "100%"}
      height="26"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="block max-w-full"
    >
      <Bars runs={runsOf(cells, "us")} top={4} look="fill-us" />
      <Bars runs={runsOf(cells, "them")} top={15} look="fill-them" />
    </svg>
  );
}

/** All bars of a lane are one path: a page of lists has a thousand of them. */
function Bars({ runs, top, look }: { runs: StripRun[]; top: number; look: string }) {
  return runs.length === 0 ? null : (
    <path className={look} d={runs.map((run) => barPath(run, top)).join("")} />
  );
}

const CORNER = 1;
const short = (n: number): number => Math.round(n * 100) / 100;

/** A bar with round corners, in the middle of its lane, as high as it is loud. */
function barPath({ from, to, level }: StripRun, top: number): string {
  const height = 3 + (LANE_PX - 3) * Math.min(1, level / FULL_LEVEL);
  const width = to - from - 0.25;
  const r = short(Math.min(CORNER, width / 2));
  // Rounding the corner may leave a hair less than nothing for the straight part.
  const [w, h] = [width, height].map((side) => Math.max(0, short(side - 2 * r)));
  const y = short(top + (LANE_PX - height) / 2);
  return `M${short(from + r)} ${y}h${w}q${r} 0 ${r} ${r}v${h}q0 ${r}-${r} ${r}h-${w}q-${r} 0-${r}-${r}v-${h}q0-${r} ${r}-${r}`;
}
