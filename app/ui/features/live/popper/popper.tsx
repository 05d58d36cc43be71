import { Radio } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { useLoadedAt } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCard, PopperView } from "#app/core/domain/live/live-views.ts";
import { paths } from "#app/paths.ts";
import { openEventStream } from "#app/ui/browser/event-stream.client.ts";
import { buttonLook } from "#app/ui/components/primitive/button-look.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { useLocalCopy } from "#app/ui/features/capture/use-local-copy.ts";
import type { LiveNow, LiveStart } from "../call/live-store.ts";
import { postIntent } from "../call/post-intent.ts";
import { useCallStream } from "../call/use-call-stream.ts";
import { tabId } from "../tab/use-call-tab.ts";
import { type Following, useFollowing, useOwnedWindows } from "../tab/use-call-windows.ts";
import { useElapsed } from "../call/use-elapsed.ts";
import { type LiveRoom, useLiveRoom } from "../room/use-live-room.ts";
import { useWaitingAlert } from "../call/use-waiting-alert.ts";
import { useAskAgain } from "../call/use-page-intents.ts";
import { ownerState, useLanes } from "./live-popper.tsx";
import { type PopperActs, PopperPanel } from "./popper-panel.tsx";

/** The small window at its own address: follows the member's live call, and the next one after it. */
export function PopperPage({ view }: { view: PopperView }) {
  const { ask } = useAskAgain();
  const { current } = view;
  useNextCall(current === null, ask);
  return (
    <main
      id="content"
      className="h-dvh min-h-[360px] max-w-[420px] desk:mx-auto desk:border-x desk:border-line"
    >
      {current === null ? (
        <NoCall isOff={view.availability.state !== "on"} />
      ) : (
        <PopperCall key={current.callId} card={current} onAsk={ask} />
      )}
    </main>
  );
}

function NoCall({ isOff }: { isOff: boolean }) {
  const { t } = useTranslation("lobby");
  return (
    <Still title={t("popper.none")} why={isOff ? t("popper.callsOff") : t("popper.noneWhy")}>
      {isOff ? null : (
        <Elsewhere to={paths.console()} tone="primary">
          {t("popper.start")}
        </Elsewhere>
      )}
    </Still>
  );
}

function PopperCall({ card, onAsk }: { card: LiveCard; onAsk: () => void }) {
  const { t } = useTranslation("lobby");
  const start = useMemo(() => startOf(card), [card]);
  const { store, now } = useCallStream(start, onAsk);
  const elapsedMs = useElapsed(now.state.startedAt, now.clockOffsetMs);
  const isOn = now.done === null;
  const following = useFollowing(card.callId, isOn);
  const place = useOwnPlace(card.callId, following, isOn);
  const ownId = card.isDemo ? null : ownIdIn(now, card);
  const { session } = place;
  useLocalCopy(
    session === null ? null : card.callId,
    ownId,
    useCallback(() => session?.micTrack() ?? null, [session]),
    now.state.recording.state === "paused",
  );
  useWaitingAlert(now.waiting);
  const laneOf = useLanes(store);
  const own = following.place === "here" ? ownerState(place.room) : following.owner;
  const acts = useActs(card.callId, following, place);
  useNextCall(now.done !== null, onAsk);
  if (now.done !== null)
    return (
      <Still title={t("popper.over")} why={t("popper.overWhy")}>
        <Elsewhere to={now.done.url} tone="primary">
          {t("popper.toRecording")}
        </Elsewhere>
      </Still>
    );
  return (
    <PopperPanel
      {...acts}
      title={now.state.call?.title ?? card.title}
      callRole="host"
      isSpoken={!card.isDemo}
      now={now}
      elapsedMs={elapsedMs}
      own={following.place === "nobody" ? null : own}
      ownId={ownId}
      laneOf={laneOf}
      notice={card.isDemo ? null : <Notice card={card} following={following} place={place} />}
    />
  );
}

/** The microphone is in no tab, or held back: one step each. */
function Notice({
  card,
  following,
  place,
}: {
  card: LiveCard;
  following: Following;
  place: LiveRoom;
}) {
  const { t } = useTranslation("lobby");
  if (following.place === "nobody")
    return (
      <div role="status" className="grid gap-1.5 border-b border-line px-3 py-2 text-xs">
        <p>
          <b className="font-medium">{t("popper.elsewhere")}</b> {t("popper.elsewhereWhy")}
        </p>
        <span className="flex flex-wrap gap-1.5">
          <Button size="small" tone="primary" onClick={following.takeOver}>
            {t("popper.takeOver")}
          </Button>
          <Elsewhere to={paths.consoleCall(card.callId)} tone="plain">
            {t("popper.toCall")}
          </Elsewhere>
        </span>
      </div>
    );
  if (following.place === "here" && place.room?.needsClickToHear === true)
    return (
      <div className="border-b border-line px-3 py-2">
        <Button size="small" tone="primary" width="full" onClick={() => place.session?.hear()}>
          {t("room.hear")}
        </Button>
      </div>
    );
  return null;
}

/** This window's own place in the room, once it has the microphone. Who was muted stays muted. */
function useOwnPlace(callId: string, following: Following, isOn: boolean): LiveRoom {
  const [devices] = useDevices();
  const isHere = isOn && following.place === "here";
  const place = useLiveRoom(callId, isHere ? "member" : null, devices, 0);
  const { session } = place;
  const wasMuted = following.owner?.isMuted;
  useEffect(() => {
    // Before the first track is published: the room is not entered yet.
    if (session !== null && wasMuted !== undefined) session.setMuted(wasMuted);
  }, [session, wasMuted]);
  useOwnedWindows(callId, isHere ? place.room : null, (wish) => {
    if (wish === "mute" || wish === "unmute") place.session?.setMuted(wish === "mute");
    if (wish === "hold" || wish === "unhold") place.session?.setHold(wish === "hold");
    if (wish === "leave") following.letGo();
  });
  const phase = place.room?.phase;
  const { letGo } = following;
  useEffect(() => {
    // Another device took the call, or the host put this one out: nothing here has a microphone any more.
    if (phase === "taken_over" || phase === "removed" || phase === "left") letGo();
  }, [phase, letGo]);
  return place;
}

function useActs(callId: string, following: Following, { session }: LiveRoom): PopperActs {
  const say = (fields: Record<string, string>) => postIntent(paths.consoleCall(callId), fields);
  const isHere = following.place === "here";
  return {
    onMute(isMuted) {
      if (!isHere) following.wish(isMuted ? "mute" : "unmute");
      else {
        session?.setMuted(isMuted);
        void say({ intent: isMuted ? "mute" : "unmute", tabId: tabId() });
      }
    },
    onHold(isOnHold) {
      if (!isHere) following.wish(isOnHold ? "hold" : "unhold");
      else {
        session?.setHold(isOnHold);
        void say({ intent: isOnHold ? "hold" : "unhold" });
      }
    },
    onFlag: () => say({ intent: "flag" }),
    onAdmit: (guestId) => say({ intent: "admit", guestId }),
    onNote: (body, t0Ms) =>
      say({ intent: "note", body, ...(t0Ms === null ? {} : { t0Ms: String(Math.round(t0Ms)) }) }),
    onLeave() {
      if (!isHere) following.wish("leave");
      else {
        following.letGo();
        void say({ intent: "leave", tabId: tabId() });
      }
    },
    onEnd: () => void say({ intent: "end" }),
  };
}

/** While no call runs, the member's own stream tells of the next one. */
function useNextCall(isOn: boolean, onCall: () => void): void {
  const loadedAt = useLoadedAt();
  const since = useRef(loadedAt);
  since.current = loadedAt;
  useEffect(() => {
    if (!isOn) return undefined;
    return openEventStream({
      url: () => paths.pipelineStream({ since: since.current }),
      types: ["live"],
      onEvent: onCall,
      // It may have begun while nothing was heard.
      onBack: onCall,
    });
  }, [isOn, onCall]);
}

/** What the stream begins with; it tells the rest at once. */
const startOf = ({ callId, startedAt, recording }: LiveCard): LiveStart => ({
  callId,
  state: {
    callId,
    startedAt,
    at: startedAt ?? new Date(0).toISOString(),
    recording,
    speech: { state: "on", reason: null },
    call: null,
    isLocked: false,
    listeners: [],
  },
  people: [],
  waiting: [],
  marks: [],
});

const ownIdIn = (now: LiveNow, card: LiveCard): string | null =>
  now.people.find(({ memberId }) => memberId === card.owner.id)?.participantId ?? null;

function Still({ title, why, children }: { title: string; why: string; children?: ReactNode }) {
  return (
    <div className="grid h-full content-center justify-items-center gap-1 bg-surface-raised px-5 text-center">
      <Icon of={Radio} />
      <h1 className="mt-2 text-read font-strong">{title}</h1>
      <p className="text-sm text-ink-muted">{why}</p>
      <div className="mt-3">{children}</div>
    </div>
  );
}

/** Pages do not open inside the small window. */
function Elsewhere({
  to,
  tone,
  children,
}: {
  to: string;
  tone: "primary" | "plain";
  children: string;
}) {
  return (
    <a href={to} target="parley" className={buttonLook({ tone, size: "control" })}>
      {children}
    </a>
  );
}
