import { type ReactNode, useCallback, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCallView } from "#app/core/domain/live/live-views.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { LocalCopyNote } from "#app/ui/features/capture/local-copy-note.tsx";
import { useLocalCopy } from "#app/ui/features/capture/use-local-copy.ts";
import { LivePopper } from "../popper/live-popper.tsx";
import { RoomPictures } from "../room/room-pictures.tsx";
import type { RoomVideo } from "../room/room-session.client.ts";
import { tabId } from "../tab/use-call-tab.ts";
import { useOwnedWindows } from "../tab/use-call-windows.ts";
import { useKeptFor } from "../tab/use-kept-for.ts";
import { ListenBar } from "./listen-bar.tsx";
import { LiveControls } from "./live-controls.tsx";
import { LiveEdit } from "./live-edit.tsx";
import { LiveFacts } from "./live-facts.tsx";
import { LiveInvite } from "./live-invite.tsx";
import { LiveLanes } from "./live-lanes.tsx";
import { LiveMeters } from "./live-meters.tsx";
import { RecordingBand, RoomNotices } from "./live-notices.tsx";
import { LiveNotes } from "./live-notes.tsx";
import { OutOfCall, WrapUp } from "./live-over.tsx";
import { LivePeople, LiveWaiting } from "./live-people.tsx";
import { LiveTranscript } from "./live-transcript.tsx";
import { useCallStream } from "./use-call-stream.ts";
import { useElapsed } from "./use-elapsed.ts";
import { useFreshView } from "./use-fresh-view.ts";
import { NotDone } from "./not-done.tsx";
import { type FailedAction, useLiveAction } from "./use-live-action.ts";
import { useLiveKeys } from "./use-live-keys.ts";
import { hostOf, ownPerson, speaksIn, useLivePlace, voiceNowOf } from "./use-live-place.ts";
import { useAskAgain } from "./use-page-intents.ts";

type Props = {
  view: LiveCallView;
  /** Of its recording, once the call is over. */
  ended: ReactNode;
};

/** A running call for whoever sees it: those in it have the controls, a manager reads along and may listen. */
export function LiveCallPage({ view, ended }: Props) {
  const { t } = useTranslation("live");
  const { ask } = useAskAgain();
  const { store, now } = useCallStream(view, ask);
  useFreshView(now.state.startedAt !== null, ask);
  const { title, language } = now.state.call ?? view;
  const elapsedMs = useElapsed(now.state.startedAt, now.clockOffsetMs);
  const actions = useLiveAction();
  const { act } = actions;
  const place = useLivePlace(view, now.done !== null);
  const isSpeaker = speaksIn(view);
  const own = ownPerson(view, now.people, place.live.room?.identity ?? null);
  const lengthMs = useLast(now.done === null ? elapsedMs : null);
  const { room, session } = place.live;
  const micTrack = useCallback(() => session?.micTrack() ?? null, [session]);
  const copy = useLocalCopy(
    session === null || !isSpeaker || now.done !== null ? null : view.callId,
    own?.participantId ?? null,
    micTrack,
    now.state.recording.state === "paused",
  );
  const isCopied = copy.state === "copying";
  useKeptFor(view, now, own, session !== null && isSpeaker);

  const setMuted = useCallback(
    (isMuted: boolean) => {
      session?.setMuted(isMuted);
      void act(isMuted ? "mute" : "unmute", { tabId: tabId() });
    },
    [session, act],
  );
  const setHold = useCallback(
    (isOnHold: boolean) => {
      session?.setHold(isOnHold);
      void act(isOnHold ? "hold" : "unhold");
    },
    [session, act],
  );
  const leave = () => {
    place.leave();
    void act("leave", { tabId: tabId() });
  };
  const end = () => void act("end");
  const listen = (isOn: boolean) => {
    place.listen(isOn);
    // The badge goes with the word, not with the line; the host of a demo has none.
    if (!isOn && view.callRole !== "host") void act("leave", { tabId: tabId() });
  };
  const isWatching = view.callRole === "watcher";
  const ownRoom = isSpeaker ? room : null;
  useOwnedWindows(view.callId, now.done === null ? ownRoom : null, (wish) => {
    if (wish === "mute" || wish === "unmute") setMuted(wish === "mute");
    else if (wish === "hold" || wish === "unhold") setHold(wish === "hold");
    else if (wish === "leave") leave();
    else window.focus();
  });
  const noteField = useRef<HTMLTextAreaElement>(null);
  useLiveKeys(!isWatching && now.done === null, (key) => {
    if (key === "note") noteField.current?.focus();
    else if (key === "flag") void act("flag");
    else if (ownRoom === null || session === null) return false;
    else if (key === "mute") setMuted(!ownRoom.isMuted);
    else setHold(!ownRoom.isOnHold);
    return true;
  });

  if (now.done !== null)
    return (
      <Page title={title} note={t("over.note")}>
        <WrapUp view={view} now={now} lengthMs={lengthMs} recording={ended}>
          <LiveNotes marks={now.marks} nowMs={null} actions={null} />
        </WrapUp>
      </Page>
    );
  const people = now.people.filter(({ role }) => role !== "coach");
  const subject = isWatching || own === null ? hostOf(people) : own;
  return (
    <>
      <RecordingBand recording={now.state.recording} isCopied={isCopied} />
      <Page
        title={title}
        {...(view.callRole === "host"
          ? { note: <LiveEdit call={now.state.call ?? view} actions={actions} /> }
          : {})}
        facts={
          <LiveFacts
            view={view}
            now={now}
            elapsedMs={elapsedMs}
            phase={isSpeaker ? (room?.phase ?? null) : null}
          />
        }
        actions={
          <>
            {view.invitation === null ? null : (
              <LiveInvite
                invitation={view.invitation}
                isLocked={now.state.isLocked}
                isNext={now.waiting.length === 0 && people.every(({ role }) => role !== "customer")}
              />
            )}
            {isWatching || place.out !== null ? null : (
              <LivePopper
                title={title}
                callRole={view.callRole}
                isSpoken={isSpeaker}
                store={store}
                now={now}
                elapsedMs={elapsedMs}
                room={ownRoom}
                ownId={own?.participantId ?? null}
                onMute={setMuted}
                onHold={setHold}
                onFlag={() => act("flag")}
                onAdmit={(guestId) => act("admit", { guestId })}
                onNote={(body, t0Ms) =>
                  act("note", {
                    body,
                    ...(t0Ms === null ? {} : { t0Ms: String(Math.round(t0Ms)) }),
                  })
                }
                onLeave={leave}
                onEnd={end}
              />
            )}
          </>
        }
      >
        <NoScript />
        {isSpeaker ? null : (
          <ListenBar view={view} live={place.live} isOn={place.isListening} onListen={listen} />
        )}
        <RoomNotices
          room={room}
          session={session}
          isHeard={now.isHeard}
          isCopied={isCopied}
          isSpeaker={isSpeaker}
          onUnhold={() => setHold(false)}
        />
        {place.out === null ? null : <OutOfCall why={place.out} onEnter={place.enter} />}
        <Panel inside="flush">
          <LiveLanes
            store={store}
            people={people}
            marks={now.marks}
            ownId={own?.participantId ?? null}
            voiceOf={(person) => voiceNowOf(person, own, place.live)}
            levelOf={room === null ? null : place.live.levelOf}
          />
          {isWatching || place.out !== null ? null : (
            <LiveControls
              callRole={view.callRole}
              isSpoken={isSpeaker}
              room={room}
              session={session}
              recording={now.state.recording.state}
              ownLevel={() => place.live.levelOf(room?.identity ?? "")}
              busy={actions.busy}
              onMute={() => setMuted(room?.isMuted !== true)}
              onHold={() => setHold(room?.isOnHold !== true)}
              onFlag={() => void act("flag")}
              onPause={(isPaused) => void act(isPaused ? "pause" : "resume")}
              onLeave={leave}
              onEnd={end}
            />
          )}
          <ControlTrouble failed={actions.failed} />
          {session === null || !isSpeaker ? null : (
            <div className="px-4 pb-3 text-center empty:hidden">
              <LocalCopyNote copy={copy} />
            </div>
          )}
        </Panel>
        <SplitPane
          sideLabel={t("side")}
          main={
            <>
              {room === null || room.videos.length === 0 ? null : (
                <div className={room.videos.some(isScreen) ? "" : "max-w-[560px]"}>
                  <RoomPictures videos={room.videos} people={now.people} />
                </div>
              )}
              <LiveTranscript
                segments={now.segments}
                people={now.people}
                speech={now.state.speech}
                language={language}
                isHeard={now.isHeard}
                behindMs={now.meter?.behindMs ?? 0}
              />
            </>
          }
          side={
            <>
              {view.callRole === "host" && !view.isDemo ? (
                <LiveWaiting waiting={now.waiting} actions={actions} />
              ) : null}
              <LiveNotes
                field={noteField}
                marks={now.marks}
                nowMs={elapsedMs}
                actions={isWatching ? null : actions}
              />
              <LiveMeters
                meter={now.meter}
                people={people}
                subject={subject}
                isOwn={subject !== null && subject === own}
                speech={now.state.speech}
                language={language}
              />
              <LivePeople
                people={people}
                callRole={view.callRole}
                isLocked={now.state.isLocked}
                canLock={!view.isDemo}
                ownId={own?.participantId ?? null}
                actions={actions}
              />
            </>
          }
        />
      </Page>
    </>
  );
}

/** Wishes whose button has no place of its own for the answer. */
const CONTROL_INTENTS = new Set(["flag", "pause", "resume", "hold", "unhold", "end", "leave"]);

function ControlTrouble({ failed }: { failed: FailedAction | null }) {
  const { t } = useTranslation("live");
  if (failed === null || !CONTROL_INTENTS.has(failed.intent)) return null;
  return (
    <p role="alert" className="px-4 pb-3 text-center text-xs text-danger">
      <NotDone failed={failed}>
        {t(`failed.${failed.intent}`, { defaultValue: t("notDone") })}
      </NotDone>
    </p>
  );
}

function NoScript() {
  const { t } = useTranslation("live");
  return (
    <noscript>
      <Banner>{t("noScript")}</Banner>
    </noscript>
  );
}

const isScreen = ({ source }: RoomVideo): boolean => source === "screen";

/** The last value that was not null. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
