import { Fragment, useMemo } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Users } from "lucide-react";
import type { LaneView } from "#app/core/pages/playback-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { LANE_HEIGHT } from "./draw-lanes.ts";
import { useKeyAction } from "./key-actions.tsx";
import { LaneCanvas } from "./lanes.tsx";
import type { Layer, ShadeLayer } from "./layers.ts";
import { useHasSound, usePlayer, usePlayerState } from "./player-context.tsx";
import { speakerName, voiceOf } from "./speaker.ts";
import { Ruler, TIMELINE_ROW } from "./timeline-layers.tsx";
import { usePeaks } from "./use-peaks.ts";

type Props = { lanes: readonly LaneView[]; layers: readonly Layer[] };

/** Voices side by side on one clock, with what happened under them (product §10.5). */
export function Timeline({ lanes, layers }: Props) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const hasSound = useHasSound();
  const durationMs = usePlayerState((state) => state.durationMs);
  const hidden = usePlayerState((state) => state.settings.hidden);
  const peaks = usePeaks(lanes);
  useKeyAction(
    "solo",
    (digit) => {
      const lane = lanes[digit - 1];
      if (lane) store.solo(store.get().solo === lane.trackId ? null : lane.trackId);
    },
    hasSound,
  );
  const shown = useMemo(() => layers.filter(({ id }) => !hidden.includes(id)), [layers, hidden]);
  const shades = useMemo(
    () =>
      shown.flatMap((layer): Pick<ShadeLayer, "ranges" | "look" | "trackId">[] => {
        if (layer.kind === "shade") return [layer];
        return layer.chosen === undefined ? [] : [{ ranges: layer.chosen, look: "chosen" }];
      }),
    [shown],
  );
  return (
    <section
      aria-label={t("timeline")}
      className={`border border-line bg-surface-raised pb-1 ${hasSound ? "rounded-t-panel border-b-0 max-desk:rounded-panel max-desk:border-b" : "rounded-panel"}`}
    >
      <div className={`${TIMELINE_ROW} pt-2.5`}>
        <ul aria-label={t("voices")}>
          {lanes.map((lane) => (
            <LaneName key={lane.trackId} lane={lane} />
          ))}
        </ul>
        <LaneCanvas lanes={lanes} peaks={peaks} shades={shades} />
      </div>
      {shown.map((layer) =>
        layer.kind === "row" ? <Fragment key={layer.id}>{layer.row}</Fragment> : null,
      )}
      <Ruler durationMs={durationMs} />
      <VoiceTable lanes={lanes} layers={layers} />
    </section>
  );
}

/** A name that plays only its voice; pressed again, everybody's. */
function LaneName({ lane }: { lane: LaneView }) {
  const { t } = useTranslation("player");
  const { t: frame } = useTranslation("playback");
  const { t: common } = useTranslation("common");
  const format = useFormat();
  const store = usePlayer();
  const isSolo = usePlayerState((state) => state.solo === lane.trackId);
  const name = speakerName(common, lane.name);
  const facts = [
    lane.side === null ? "" : common(lane.side === "R" ? "side.us" : "side.them"),
    lane.talkShare === null ? "" : format.percent(lane.talkShare),
  ].filter((fact) => fact !== "");
  const inside = (
    <>
      <span className="hidden desk:inline-grid">
        {lane.name === "" && lane.participantId === null ? (
          <span className="face size-[26px] bg-surface-sunken text-ink-soft">
            <Icon of={Users} />
          </span>
        ) : (
          <Face name={name} side={voiceOf(lane.side)} />
        )}
      </span>
      <span className="min-w-0 leading-[1.35]">
        <span className="wrap-anywhere max-desk:line-clamp-2 desk:block desk:truncate">{name}</span>
        {/* The table beside it says the same for ears, once. */}
        <small
          aria-hidden="true"
          className="hidden truncate text-2xs font-normal text-ink-muted desk:block"
        >
          {isSolo ? t("onlyThis") : facts.join(", ")}
        </small>
      </span>
    </>
  );
  const look =
    "flex size-full items-center gap-2 rounded-control px-1.5 text-left text-sm font-medium desk:px-2.5";
  return (
    <li className="py-1 pl-1" style={{ height: LANE_HEIGHT }}>
      {lane.audioUrl === null ? (
        <span className={look}>{inside}</span>
      ) : (
        <button
          type="button"
          aria-pressed={isSolo}
          title={t(isSolo ? "playAll" : "playOnly", { name })}
          onClick={() => store.solo(isSolo ? null : lane.trackId)}
          className={`${look} hover:bg-surface-hover aria-pressed:bg-surface-chosen`}
        >
          {inside}
          <span className="sr-only">{frame("solo")}</span>
        </button>
      )}
    </li>
  );
}

/** The picture as a table, for ears. */
function VoiceTable({ lanes, layers }: Props) {
  const { t } = useTranslation("player");
  const { t: common } = useTranslation("common");
  const format = useFormat();
  const said = layers.flatMap((layer) => (layer.kind === "shade" ? (layer.said ?? []) : []));
  return (
    <div className="sr-only">
      <table>
        <caption>{t("table.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("table.speaker")}</th>
            <th scope="col">{t("table.side")}</th>
            <th scope="col">{t("table.share")}</th>
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => (
            <tr key={lane.trackId}>
              <th scope="row">{speakerName(common, lane.name)}</th>
              <td>
                {lane.side === null
                  ? t("table.unknown")
                  : common(lane.side === "R" ? "side.us" : "side.them")}
              </td>
              <td>
                {lane.talkShare === null ? t("table.unknown") : format.percent(lane.talkShare)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {said.length === 0 ? null : <p>{said.join(" ")}</p>}
    </div>
  );
}
