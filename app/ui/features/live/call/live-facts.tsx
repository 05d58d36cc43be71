import { CircleDot, CirclePause, CircleSlash, Ear, Lock, WifiOff } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCallView, RecordingNow } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Fact } from "#app/ui/components/layout/page.tsx";
import { Tag } from "#app/ui/components/primitive/tag.tsx";
import type { RoomPhase } from "../room/room-session.client.ts";
import type { LiveNow } from "./live-store.ts";
import { shownRecording } from "./recording-trouble.ts";

type Props = {
  view: LiveCallView;
  now: LiveNow;
  elapsedMs: number | null;
  /** Of the own place in the room; null for who reads along. */
  phase: RoomPhase | null;
};

/** The line under the title: how long, with whom, and what the recorder says of itself. */
export function LiveFacts({ view, now, elapsedMs, phase }: Props) {
  const { t } = useTranslation("live");
  const { duration } = useFormat();
  return (
    <>
      <span role="timer" aria-label={t("facts.timer")}>
        {elapsedMs === null ? (
          t("facts.notBegun")
        ) : (
          <>
            <Fact>
              <span className="font-mono">{duration(elapsedMs)}</span>
            </Fact>{" "}
            {t("facts.onAir")}
          </>
        )}
      </span>
      {view.company === null ? null : (
        <span>
          {t("facts.company")} <Fact>{view.company}</Fact>
        </span>
      )}
      {view.callRole === "watcher" ? (
        <span>
          {t("facts.host")} <Fact>{view.owner.name}</Fact>
        </span>
      ) : null}
      <span role="status" className="inline-flex">
        <RecordingTag recording={now.state.recording} phase={phase} />
      </span>
      {now.state.listeners.length === 0 ? null : (
        <Tag icon={Ear}>{t("facts.listening", { names: now.state.listeners.join(", ") })}</Tag>
      )}
      {view.isDemo ? <Tag>{t("demo")}</Tag> : null}
      {now.state.isLocked ? <Tag icon={Lock}>{t("facts.locked")}</Tag> : null}
    </>
  );
}

const ICONS = {
  starting: CircleDot,
  recording: CircleDot,
  paused: CirclePause,
  absent: CircleSlash,
  offline: WifiOff,
};

/** Always there: what the recorder does now, in words. */
export function RecordingTag({
  recording,
  phase = null,
}: {
  recording: RecordingNow;
  phase?: RoomPhase | null;
}) {
  const { t } = useTranslation("live");
  const { tracks } = recording;
  const state = shownRecording(recording.state, phase);
  return (
    <Tag
      icon={ICONS[state]}
      tone={state === "recording" ? "live" : state === "absent" ? "danger" : "plain"}
    >
      {state === "recording" && tracks > 0
        ? t("recording.tracks", { count: tracks })
        : t(`recording.${state}`)}
    </Tag>
  );
}
