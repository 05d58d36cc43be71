import {
  Camera,
  CameraOff,
  CirclePause,
  CirclePlay,
  Flag,
  LogOut,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  Pause,
  PhoneOff,
  Play,
  Settings2,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCallRole, RecordingNow } from "#app/core/domain/live/live-views.ts";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { DeviceCheck } from "#app/ui/features/capture/device-check.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import type { RoomSession, RoomSnapshot } from "../room/room-session.client.ts";
import { EndDialog } from "./end-dialog.tsx";
import { LiveControl } from "./live-control.tsx";
import { LIVE_KEYS } from "./use-live-keys.ts";

type Props = {
  callRole: LiveCallRole;
  /** False in a call of synthetic voices: nobody here has a microphone in it. */
  isSpoken: boolean;
  room: RoomSnapshot | null;
  session: RoomSession | null;
  recording: RecordingNow["state"];
  ownLevel: () => number;
  busy: ReadonlySet<string>;
  onMute: () => void;
  onHold: () => void;
  onFlag: () => void;
  onPause: (isPaused: boolean) => void;
  onLeave: () => void;
  onEnd: () => void;
};

/** What a person in the call can do, in reach under the lanes. */
export function LiveControls(props: Props) {
  const { callRole, isSpoken, room, recording, busy, onFlag, onPause } = props;
  const { t } = useTranslation("live");
  const isPaused = recording === "paused";
  return (
    <div
      role="group"
      aria-label={t("controls.label")}
      className="flex flex-wrap justify-center gap-2 border-t border-line p-3"
    >
      {isSpoken ? <OwnControls {...props} /> : null}
      <LiveControl
        icon={Flag}
        label={t("controls.flag")}
        aria-keyshortcuts={LIVE_KEYS.flag}
        title={t("controls.key", { key: LIVE_KEYS.flag })}
        onClick={onFlag}
      />
      {isSpoken ? <Devices room={room} level={props.ownLevel} /> : null}
      {callRole === "host" ? (
        <LiveControl
          icon={isPaused ? CirclePlay : CirclePause}
          label={isPaused ? t("controls.resume") : t("controls.pause")}
          tone={isPaused ? "chosen" : "plain"}
          aria-pressed={isPaused}
          aria-disabled={busy.has("pause") || busy.has("resume")}
          onClick={() => onPause(!isPaused)}
        />
      ) : null}
      {callRole === "host" ? (
        <EndDialog
          trigger={<LiveControl icon={PhoneOff} label={t("controls.end")} tone="end" />}
          busy={busy}
          onLeave={isSpoken ? props.onLeave : null}
          onEnd={props.onEnd}
        />
      ) : isSpoken ? (
        <LiveControl icon={LogOut} label={t("controls.leave")} tone="end" onClick={props.onLeave} />
      ) : null}
    </div>
  );
}

/** Of the own microphone, camera and screen. */
function OwnControls({ room, session, onMute, onHold }: Props) {
  const { t } = useTranslation("live");
  const isMuted = room?.isMuted ?? false;
  const isOnHold = room?.isOnHold ?? false;
  const isCameraOn = room?.camera === "on";
  const isSharing = room?.isSharingScreen ?? false;
  return (
    <>
      <LiveControl
        icon={isMuted ? MicOff : Mic}
        label={isMuted ? t("controls.unmute") : t("controls.mute")}
        tone={isMuted ? "chosen" : "plain"}
        aria-pressed={isMuted}
        aria-keyshortcuts={LIVE_KEYS.mute}
        title={t("controls.key", { key: LIVE_KEYS.mute })}
        onClick={onMute}
      />
      <LiveControl
        icon={isOnHold ? Play : Pause}
        label={isOnHold ? t("controls.unhold") : t("controls.hold")}
        tone={isOnHold ? "chosen" : "plain"}
        aria-pressed={isOnHold}
        aria-keyshortcuts={LIVE_KEYS.hold}
        title={t("controls.key", { key: LIVE_KEYS.hold })}
        onClick={onHold}
      />
      <LiveControl
        icon={isCameraOn ? CameraOff : Camera}
        label={isCameraOn ? t("controls.cameraOff") : t("controls.camera")}
        tone={isCameraOn ? "chosen" : "plain"}
        aria-pressed={isCameraOn}
        title={t("controls.notRecorded")}
        onClick={() => session?.setCamera(!isCameraOn)}
      />
      <LiveControl
        icon={isSharing ? MonitorX : MonitorUp}
        label={isSharing ? t("controls.unshare") : t("controls.share")}
        tone={isSharing ? "chosen" : "plain"}
        aria-pressed={isSharing}
        title={t("controls.notRecorded")}
        onClick={() => session?.shareScreen(!isSharing)}
      />
    </>
  );
}

function Devices({ room, level }: { room: RoomSnapshot | null; level: () => number }) {
  const { t } = useTranslation("live");
  return (
    <Popover
      label={t("controls.devices")}
      trigger={<LiveControl icon={Settings2} label={t("controls.devices")} />}
      size="wide"
      align="center"
    >
      <HeardDevices room={room} level={level} />
    </Popover>
  );
}

const LOOK_MS = 100;

/** The level moves while the layer is open, and nothing is drawn for it otherwise. */
function HeardDevices({ room, level }: { room: RoomSnapshot | null; level: () => number }) {
  const [devices, choose] = useDevices();
  const [now, setNow] = useState(0);
  const read = useRef(level);
  read.current = level;
  useEffect(() => {
    const timer = setInterval(() => setNow(read.current()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <DeviceCheck value={devices} onChange={choose} heard={{ level: now, mic: room?.mic ?? "ok" }} />
  );
}
