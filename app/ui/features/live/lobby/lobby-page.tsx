import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useFocusOnChange } from "#app/ui/browser/use-focus-on-change.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { GuestCallRole, LobbyView } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { NarrowPage } from "#app/ui/components/layout/narrow-page.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { useAskAgain, usePageIntent } from "../call/use-page-intents.ts";
import { LobbyEarly } from "./lobby-early.tsx";
import { LobbyEnd } from "./lobby-end.tsx";
import { LobbyForm } from "./lobby-form.tsx";
import { LobbyRoom } from "./lobby-room.tsx";
import { LobbyWait } from "./lobby-wait.tsx";
import { useAdmissionAlert } from "./use-admission-alert.ts";
import { type LobbyNow, useLobbyStream } from "./use-lobby-stream.ts";

type Props = {
  view: LobbyView;
  /** What the action answered a refused knock with. */
  lastResult: unknown;
  /** Languages and contact, as at sign-in. */
  footer: ReactNode;
};

/** The page of a call invitation: the form, the door, the call and how it ended, at one address. */
export function LobbyPage({ view, lastResult, footer }: Props) {
  const { t } = useTranslation("lobby");
  const say = usePageIntent();
  const { ask: askAnyway, isAsking } = useAskAgain();
  const [isOver, setOver] = useState(false);
  const [isInRoom, setInRoom] = useState(false);
  const hasEnded = useRef(false);
  const end = useCallback(() => {
    hasEnded.current = true;
    setOver(true);
  }, []);
  // The invitation is gone by then: asked again, the page would put that in the place of the thanks.
  const ask = useCallback(() => {
    if (!hasEnded.current) askAnyway();
  }, [askAnyway]);
  const { guest, callId } = view;
  const [wish, setWish] = useWish(guest);
  const now = useLobbyStream(
    isVisiting(guest) && callId !== null ? { callId, ...guest } : null,
    ask,
  );
  hasEnded.current ||= now.isDone;
  const callRole = callRoleOf(view, now);
  const leave = useCallback(() => {
    setWish("leave");
    if (isVisiting(guest)) void say({ intent: "leave" }).then(ask);
  }, [guest, setWish, say, ask]);

  useFocusOnChange(`${callRole ?? ""} ${wish} ${String(now.isDone || isOver)}`);

  const isHere = !now.isDone && !isOver && wish !== "leave";
  useAdmissionAlert(
    isHere && (callRole === "waiting" || callRole === "admitted") ? callRole : null,
    isInRoom,
  );

  const frame = { workspace: view.workspace, host: view.host, footer };
  if (now.isDone || isOver) return <LobbyEnd {...frame} why="ended" />;
  if (callRole === "refused" || callRole === "removed")
    return <LobbyEnd {...frame} why={callRole} />;
  if (wish === "leave" || (callRole === "left" && wish !== "back"))
    return (
      <LobbyEnd {...frame} why={guest === null ? "leftDoor" : "left"}>
        <Button width="full" size="tall" onClick={() => setWish("back")}>
          {t("end.again")}
        </Button>
      </LobbyEnd>
    );
  if (callRole === "admitted" && callId !== null)
    return (
      <LobbyRoom
        {...{ view, callId, now, footer }}
        onLeave={leave}
        onAsk={ask}
        onOver={end}
        onInRoom={setInRoom}
        onSay={say}
      />
    );
  if (callRole === "waiting" && guest !== null)
    return (
      <Door view={view} isWaiting footer={footer}>
        <LobbyWait
          {...{ view, guest, now }}
          onLeave={leave}
          onKeepWaiting={() => void say({ intent: "wait" })}
        />
      </Door>
    );
  return (
    <Door view={view} footer={footer}>
      {isEarly(view) ? (
        <LobbyEarly view={view} isChecking={isAsking} onCheck={ask} />
      ) : (
        <LobbyForm view={view} lastResult={lastResult} onLeave={leave} />
      )}
    </Door>
  );
}

type Guest = LobbyView["guest"];

const isVisiting = (guest: Guest): guest is NonNullable<Guest> =>
  guest?.state === "waiting" || guest?.state === "admitted";

/** The newer word wins: the stream's, once it has spoken. */
function callRoleOf({ guest }: LobbyView, now: LobbyNow): GuestCallRole | null {
  return guest === null ? null : (now.admission?.state ?? guest.state);
}

const isEarly = (view: LobbyView): view is LobbyView & { startsAt: string } =>
  view.startsAt !== null;

type Wish = "none" | "leave" | "back";

/** Leaving shows at once, before the server says so; knocking again forgets it. */
function useWish(guest: Guest): [Wish, (wish: Wish) => void] {
  const [wish, setWish] = useState<Wish>("none");
  const guestId = guest?.guestId;
  const isIn = isVisiting(guest);
  useEffect(() => {
    if (isIn) setWish("none");
  }, [guestId, isIn]);
  return [wish, setWish];
}

type DoorProps = { view: LobbyView; isWaiting?: boolean; footer: ReactNode; children: ReactNode };

function Door({ view, isWaiting = false, footer, children }: DoorProps) {
  const { t } = useTranslation("lobby");
  const { dateTime } = useFormat();
  const { host, startsAt } = view;
  const facts = startsAt === null ? t("open", { host }) : t("starts", { when: dateTime(startsAt) });
  return (
    <NarrowPage
      title={isWaiting ? t("wait.title", { host }) : t("title", { host })}
      workspace={view.workspace}
      facts={isWaiting ? undefined : <span suppressHydrationWarning>{facts}</span>}
      footer={footer}
    >
      {children}
    </NarrowPage>
  );
}
