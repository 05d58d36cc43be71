import { Ear, LogOut, Mic, MicOff, MonitorUp, MonitorX, Settings2 } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LobbyView } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Brand } from "#app/ui/components/primitive/brand.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { DeviceCheck } from "#app/ui/features/capture/device-check.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import type { MicState } from "#app/ui/features/capture/local-media.client.ts";
import { LiveControl } from "../call/live-control.tsx";
import { RecordingPill } from "../call/recording-pill.tsx";
import { type ShownRecording, shownRecording } from "../call/recording-trouble.ts";
import { RoomPictures } from "../room/room-pictures.tsx";
import type { RoomSnapshot } from "../room/room-session.client.ts";
import { useElapsed } from "../call/use-elapsed.ts";
import { type GuestRoom, useGuestRoom } from "../room/use-guest-room.ts";
import { LobbyEnd } from "./lobby-end.tsx";
import { LobbyPeople } from "./lobby-people.tsx";
import { recordingFact } from "./recording-fact.ts";
import type { LobbyNow } from "./use-lobby-stream.ts";

type Props = {
  view: LobbyView;
  callId: string;
  now: LobbyNow;
  footer: ReactNode;
  onLeave: () => void;
  /** Asks the server where this guest stands. */
  onAsk: () => void;
  /** The host closed the room. */
  onOver: () => void;
  /** Whether this tab has the guest's place in the room. */
  onInRoom: (isIn: boolean) => void;
  /** Tells the page's action something. */
  onSay: (fields: Record<string, string>) => Promise<boolean>;
};

/** A guest in the call: who is here and speaks, whether it is recorded, mute and the way out. No words. */
export function LobbyRoom(props: Props) {
  const { view, callId, now, footer, onLeave, onAsk, onOver, onInRoom, onSay } = props;
  const { t } = useTranslation("lobby");
  const [devices] = useDevices();
  const guest = useGuestRoom(callId, devices);
  const { room } = guest;
  const phase = room?.phase ?? "connecting";
  useEffect(() => {
    if (phase === "left") onOver();
    // The page behind it knows whether they may come back.
    if (phase === "removed") onAsk();
  }, [phase, onAsk, onOver]);
  const isIn = phase === "live" || phase === "reconnecting";
  useEffect(() => {
    onInRoom(isIn);
    return () => onInRoom(false);
  }, [isIn, onInRoom]);
  useMuteReport(room?.isMuted, onSay);
  const recording = shownRecording(now.state?.recording.state ?? "starting", phase);

  if (phase === "removed" || phase === "left")
    return (
      <LobbyEnd
        why={phase === "left" ? "ended" : phase}
        workspace={view.workspace}
        host={view.host}
        footer={footer}
      />
    );
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <RoomHead view={view} now={now} recording={recording} />
      <main
        id="content"
        className="mx-auto grid w-full max-w-[960px] content-start gap-4 px-4 py-4 desk:px-6"
      >
        <h1 className="sr-only">{t("title", { host: view.host })}</h1>
        <RoomNotices guest={guest} now={now} />
        {phase === "taken_over" ? null : (
          <>
            {room === null ? null : <RoomPictures videos={room.videos} people={now.people} />}
            <div className="mx-auto grid w-full max-w-[560px] gap-4">
              <RecordingFacts view={view} state={recording} mic={room?.mic ?? "ok"} />
              <LobbyPeople
                people={now.people}
                room={room}
                levelOf={guest.levelOf}
                ownName={view.guest?.name ?? t("room.you")}
              />
            </div>
          </>
        )}
      </main>
      {phase === "taken_over" ? null : <RoomFoot guest={guest} onLeave={onLeave} />}
    </div>
  );
}

function RoomFoot({ guest, onLeave }: { guest: GuestRoom; onLeave: () => void }) {
  const { t } = useTranslation("lobby");
  const { room, session } = guest;
  const isMuted = room?.isMuted === true;
  const isSharing = room?.isSharingScreen === true;
  return (
    <footer className="sticky bottom-0 border-t border-line bg-surface-raised px-4 py-2.5">
      <div className="mx-auto flex max-w-[420px] justify-center gap-2">
        <LiveControl
          icon={isMuted ? MicOff : Mic}
          label={isMuted ? t("room.unmute") : t("room.mute")}
          tone={isMuted ? "chosen" : "plain"}
          onClick={() => session?.setMuted(!isMuted)}
        />
        {isSharing || room?.mayShareScreen === true ? (
          <LiveControl
            icon={isSharing ? MonitorX : MonitorUp}
            label={isSharing ? t("room.unshare") : t("room.share")}
            tone={isSharing ? "chosen" : "plain"}
            aria-pressed={isSharing}
            title={t("room.notRecordedPicture")}
            onClick={() => session?.shareScreen(!isSharing)}
          />
        ) : null}
        <RoomDevices guest={guest} />
        <LiveControl icon={LogOut} label={t("room.leave")} tone="end" onClick={onLeave} />
      </div>
    </footer>
  );
}

function RoomHead({
  view,
  now,
  recording,
}: {
  view: LobbyView;
  now: LobbyNow;
  recording: ShownRecording;
}) {
  const { t } = useTranslation("lobby");
  const { duration } = useFormat();
  const elapsed = useElapsed(now.state?.startedAt ?? null, now.aheadMs);
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2.5 desk:px-6">
      <span role="status">
        <RecordingPill state={recording}>{t(`room.recording.${recording}`)}</RecordingPill>
      </span>
      {elapsed === null ? null : (
        <span
          className="font-mono text-sm"
          role="timer"
          aria-label={t("room.elapsed", { time: duration(elapsed) })}
        >
          {duration(elapsed)}
        </span>
      )}
      <span className="min-w-0 flex-1 basis-32 truncate text-sm font-medium">
        {t("title", { host: view.host })}
      </span>
      <span className="flex items-center gap-2 max-desk:hidden">
        <Brand />
        <span className="text-sm text-ink-muted">{view.workspace}</span>
      </span>
    </header>
  );
}

/** What stands between this guest and being heard, each with its one step. */
function RoomNotices({ guest, now }: { guest: GuestRoom; now: LobbyNow }) {
  const { t } = useTranslation("lobby");
  const { room, session, enterAgain } = guest;
  if (room?.phase === "taken_over")
    return (
      <Banner
        isUpdate
        action={
          <Button tone="primary" onClick={enterAgain}>
            {t("room.takeOver")}
          </Button>
        }
      >
        <b className="block font-medium">{t("room.takenOver")}</b>
        {t("room.takenOverWhy")}
      </Banner>
    );
  const isLost = room?.phase === "reconnecting" || (room?.phase === "live" && !now.isHeard);
  const trouble = room === null ? null : troubleOf(room);
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {room === null || room.phase === "connecting" ? (
        <Banner>{t("room.connecting")}</Banner>
      ) : null}
      {isLost ? <Banner>{t("room.reconnecting")}</Banner> : null}
      {room?.needsClickToHear === true ? (
        <Banner
          icon={Ear}
          action={
            <Button tone="primary" onClick={() => session?.hear()}>
              {t("room.hear")}
            </Button>
          }
        >
          {t("room.hearWhy")}
        </Banner>
      ) : null}
      {trouble === null ? null : <Banner icon={MicOff}>{t(`room.${trouble}`)}</Banner>}
    </div>
  );
}

/** Muted by choice outranks what the microphone says: zeros are then what was asked for. */
function troubleOf({
  isMuted,
  mic,
}: RoomSnapshot): "mutedHint" | "silent" | "denied" | "missing" | null {
  if (mic === "denied" || mic === "missing") return mic;
  if (isMuted) return "mutedHint";
  return mic === "silent" ? "silent" : null;
}

function RecordingFacts({
  view,
  state,
  mic,
}: {
  view: LobbyView;
  state: ShownRecording;
  mic: MicState;
}) {
  const { t } = useTranslation("lobby");
  const fact = recordingFact(state, view.guest?.consent === "unrecorded", mic);
  return <p className="text-sm text-ink-muted">{t(fact, { host: view.host })}</p>;
}

function RoomDevices({ guest }: { guest: GuestRoom }) {
  const { t } = useTranslation("lobby");
  const { t: common } = useTranslation("common");
  const [devices, setDevices] = useDevices();
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      title={t("room.devices")}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<LiveControl icon={Settings2} label={t("room.devices")} />}
      actions={
        <DialogClose>
          <Button tone="primary">{common("done")}</Button>
        </DialogClose>
      }
    >
      <DevicesNow guest={guest} value={devices} onChange={setDevices} />
    </Dialog>
  );
}

type DevicesNowProps = {
  guest: GuestRoom;
  value: ReturnType<typeof useDevices>[0];
  onChange: ReturnType<typeof useDevices>[1];
};

function DevicesNow({ guest, value, onChange }: DevicesNowProps) {
  const { room, levelOf } = guest;
  const [level, setLevel] = useState(0);
  const identity = room?.identity ?? null;
  useEffect(() => {
    if (identity === null) return undefined;
    const timer = setInterval(() => setLevel(levelOf(identity)), 100);
    return () => clearInterval(timer);
  }, [identity, levelOf]);
  return (
    <DeviceCheck
      value={value}
      onChange={onChange}
      side="them"
      heard={{ level, mic: room?.mic ?? "ok" }}
    />
  );
}

/** The others' list of people shows who is muted. */
function useMuteReport(isMuted: boolean | undefined, say: Props["onSay"]): void {
  useEffect(() => {
    if (isMuted !== undefined) void say({ intent: "mute", isMuted: isMuted ? "true" : "false" });
  }, [isMuted, say]);
}
