import { cva } from "class-variance-authority";
import { Flag, LogOut, Mic, MicOff, Pause, PhoneOff, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LivePerson, LiveCallRole, SegEvent } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { TalkBar } from "#app/ui/components/instrument/talk-bar.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { speakerName, voiceOf } from "#app/ui/features/player/speaker.ts";
import { type LaneSource, LevelLane } from "#app/ui/features/capture/level-lane.tsx";
import type { OwnerState } from "../tab/call-channel.ts";
import { LiveControl } from "../call/live-control.tsx";
import type { LiveNow } from "../call/live-store.ts";
import { ourShareOf } from "../call/live-store.ts";
import { RecordingPill } from "../call/recording-pill.tsx";
import { shownRecording } from "../call/recording-trouble.ts";
import { PopperJoinRequests } from "./popper-join-requests.tsx";
import { PopperNote } from "./popper-note.tsx";

export type PopperActs = {
  onMute: (isMuted: boolean) => void;
  onHold: (isOnHold: boolean) => void;
  /** Answer whether it was kept. */
  onFlag: () => Promise<boolean>;
  onAdmit: (guestId: string) => Promise<boolean>;
  onNote: (body: string, t0Ms: number | null) => Promise<boolean>;
  onLeave: () => void;
  onEnd: () => void;
};

type Props = PopperActs & {
  title: string;
  callRole: LiveCallRole;
  /** False in a call of synthetic voices, where no microphone of ours is used. */
  isSpoken: boolean;
  now: LiveNow;
  elapsedMs: number | null;
  /** Of the microphone, wherever it is; null before anybody said. */
  own: OwnerState | null;
  ownId: string | null;
  laneOf: (participantId: string) => LaneSource;
  /** What stands between this window and the call, with its one step. */
  notice?: ReactNode;
  /** In the head, at its end. */
  corner?: ReactNode;
};

/** A call in 320 × 480: time, voices, the last words, a note and what must be in reach. */
export function PopperPanel(props: Props) {
  const { t } = useTranslation("lobby");
  const { now, title, elapsedMs, own, ownId, laneOf, notice } = props;
  const { duration } = useFormat();
  const state = shownRecording(now.state.recording.state, own?.phase ?? null);
  const time = duration(elapsedMs ?? 0);
  return (
    <section
      aria-label={t("popper.label")}
      className="flex h-full min-h-0 flex-col bg-surface-raised text-ink"
    >
      <header className="flex items-center gap-2 border-b border-line px-3 py-2">
        <RecordingPill state={state}>
          <span className="sr-only">{t(`popper.${state}`)} </span>
          <span className="font-mono text-sm">{time}</span>
        </RecordingPill>
        <h1 className="min-w-0 flex-1 truncate text-sm font-medium" title={title}>
          {title}
        </h1>
        {props.corner}
      </header>
      <div role="status" className="text-xs">
        <Facts now={now} own={own} />
      </div>
      {notice}
      <PopperJoinRequests waiting={now.waiting} onAdmit={props.onAdmit} />
      <Lanes people={now.people} ownId={ownId} laneOf={laneOf} />
      <Share now={now} />
      <Lines now={now} ownId={ownId} />
      <PopperNote elapsedMs={elapsedMs} onNote={props.onNote} />
      <Controls {...props} />
    </section>
  );
}

const fact = cva("flex flex-wrap gap-x-3 px-3 py-1", {
  variants: { tone: { plain: "bg-surface-sunken text-ink-soft", live: "bg-live text-on-live" } },
});

/** Trouble with the recording is red and full width; what one chose oneself is not. */
function Facts({ now, own }: { now: LiveNow; own: OwnerState | null }) {
  const { t } = useTranslation("lobby");
  const { state, missing } = now.state.recording;
  const trouble =
    state === "absent"
      ? t("popper.absent")
      : missing.length > 0
        ? t("popper.missing", { names: missing.join(", ") })
        : null;
  const isUnavailable = own?.phase === "reconnecting" || !now.isHeard;
  const facts = [
    state === "paused" ? t("popper.paused") : null,
    state === "starting" ? t("popper.starting") : null,
    isUnavailable ? t("popper.reconnecting") : null,
    own?.isOnHold === true ? t("popper.onHold") : null,
    own?.isMuted === true ? t("popper.muted") : null,
    own !== null && own.mic !== "ok" && !own.isMuted ? t(`popper.mic.${own.mic}`) : null,
  ].filter((text) => text !== null);
  return (
    <>
      {trouble === null ? null : <p className={fact({ tone: "live" })}>{trouble}</p>}
      {facts.length === 0 ? null : (
        <p className={fact({ tone: "plain" })}>
          {facts.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      )}
    </>
  );
}

/** Room for three voices: oneself, and who else is here. */
const MOST_LANES = 3;

function Lanes({
  people,
  ownId,
  laneOf,
}: {
  people: readonly LivePerson[];
  ownId: string | null;
  laneOf: Props["laneOf"];
}) {
  const { t } = useTranslation("lobby");
  const { t: common } = useTranslation("common");
  const shown = people
    .filter(({ role, isHere }) => role !== "coach" && isHere)
    .toSorted(
      (a, b) =>
        Number(b.participantId === ownId) - Number(a.participantId === ownId) || a.lane - b.lane,
    )
    .slice(0, MOST_LANES);
  return (
    <ul className="py-1">
      {shown.map((person) => {
        const isOwn = person.participantId === ownId;
        const name = isOwn ? t("popper.you") : speakerName(common, person.name);
        return (
          <li
            key={person.participantId}
            className="grid grid-cols-[92px_minmax(0,1fr)] items-center gap-2 px-3"
          >
            <span className="truncate text-sm font-medium" title={person.name}>
              {name}
            </span>
            <LevelLane
              label={t("popper.lane", { name })}
              side={person.side === "R" ? "us" : "them"}
              source={laneOf(person.participantId)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Share({ now }: { now: LiveNow }) {
  const { t } = useTranslation("lobby");
  const { percent } = useFormat();
  const share = ourShareOf(now.meter, now.people, "share5");
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-2 border-b border-line px-3 pt-0.5 pb-2">
      <dt className="text-sm">{t("popper.share")}</dt>
      <dd className="text-base font-strong">{share === null ? "–" : percent(share)}</dd>
      <dd className="col-span-full">
        {share === null ? (
          <span className="text-xs text-ink-muted">{t("popper.shareUnknown")}</span>
        ) : (
          <TalkBar talkRatio={share} />
        )}
      </dd>
    </dl>
  );
}

const speaker = cva("mr-1 text-xs font-strong", {
  variants: { side: { us: "text-us-ink", them: "text-them-ink", none: "text-ink-soft" } },
});

/** The last words; what may still change is muted. */
function Lines({ now, ownId }: { now: LiveNow; ownId: string | null }) {
  const { t } = useTranslation("lobby");
  const lines = now.segments.slice(-4);
  return (
    <div
      role="log"
      aria-live="off"
      aria-label={t("popper.line")}
      className="grid min-h-0 flex-1 content-end gap-1.5 overflow-hidden px-3 py-2 text-sm"
    >
      {lines.length === 0 ? (
        <p className="text-ink-muted">
          {now.state.speech.state === "off" ? t("popper.wordsOff") : t("popper.noWords")}
        </p>
      ) : (
        lines.map((line) => <Line key={line.no} line={line} people={now.people} ownId={ownId} />)
      )}
    </div>
  );
}

function Line({
  line,
  people,
  ownId,
}: {
  line: SegEvent;
  people: readonly LivePerson[];
  ownId: string | null;
}) {
  const { t } = useTranslation("lobby");
  const { t: common } = useTranslation("common");
  const person = people.find(({ participantId }) => participantId === line.participantId);
  const stable = line.isFinal ? line.text.length : line.stable;
  return (
    <p className="wrap-anywhere">
      <span className={speaker({ side: voiceOf(person?.side ?? null) })}>
        {line.participantId === ownId && ownId !== null
          ? t("popper.you")
          : speakerName(common, person?.name ?? "")}
      </span>
      {line.text.slice(0, stable)}
      <span className="text-ink-muted">{line.text.slice(stable)}</span>
    </p>
  );
}

/** Mute, hold, flag and the way out, which asks where it ends the call for everybody. */
function Controls({ callRole, isSpoken, own, elapsedMs, ...acts }: Props) {
  const { t } = useTranslation("lobby");
  const { duration } = useFormat();
  const [isAsking, setAsking] = useState(false);
  const [flagged, setFlagged] = useState<string | null>(null);
  const isMuted = own?.isMuted === true;
  const isOnHold = own?.isOnHold === true;
  const isOff = own === null;
  const flag = () => {
    const time = duration(elapsedMs ?? 0);
    void acts
      .onFlag()
      .then((isDone) => setFlagged(isDone ? t("popper.flagged", { time }) : t("popper.notSaved")));
  };
  if (isAsking)
    return (
      <EndQuestion
        onLeave={isSpoken ? acts.onLeave : null}
        onEnd={acts.onEnd}
        onCancel={() => setAsking(false)}
      />
    );
  return (
    <div className="border-t border-line px-2.5 py-2">
      <div className="flex justify-center gap-1.5">
        {isSpoken ? (
          <>
            <LiveControl
              width="small"
              icon={isMuted ? MicOff : Mic}
              label={isMuted ? t("popper.unmute") : t("popper.mute")}
              tone={isMuted ? "chosen" : "plain"}
              aria-disabled={isOff}
              onClick={() => {
                if (!isOff) acts.onMute(!isMuted);
              }}
            />
            <LiveControl
              width="small"
              icon={isOnHold ? Play : Pause}
              label={isOnHold ? t("popper.unhold") : t("popper.hold")}
              tone={isOnHold ? "chosen" : "plain"}
              aria-disabled={isOff}
              onClick={() => {
                if (!isOff) acts.onHold(!isOnHold);
              }}
            />
          </>
        ) : null}
        <LiveControl width="small" icon={Flag} label={t("popper.flag")} onClick={flag} />
        {callRole === "host" ? (
          <LiveControl
            width="small"
            icon={PhoneOff}
            label={t("popper.end")}
            tone="end"
            onClick={() => setAsking(true)}
          />
        ) : isSpoken ? (
          <LiveControl
            width="small"
            icon={LogOut}
            label={t("popper.leave")}
            tone="end"
            onClick={acts.onLeave}
          />
        ) : null}
      </div>
      <p role="status" className="pt-1 text-center text-2xs text-ink-muted empty:hidden">
        {flagged}
      </p>
    </div>
  );
}

function EndQuestion(acts: {
  onLeave: (() => void) | null;
  onEnd: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("lobby");
  const { t: common } = useTranslation("common");
  return (
    <div role="group" aria-label={t("popper.endTitle")} className="border-t border-line p-3">
      <p className="text-sm font-strong">{t("popper.endTitle")}</p>
      <p className="text-xs text-ink-soft">{t("popper.endEffect")}</p>
      <div className="mt-2 flex flex-wrap justify-end gap-1.5">
        <Button size="small" tone="quiet" onClick={acts.onCancel}>
          {common("cancel")}
        </Button>
        {acts.onLeave === null ? null : (
          <Button size="small" onClick={acts.onLeave}>
            {t("popper.leaveYes")}
          </Button>
        )}
        <Button size="small" tone="live" onClick={acts.onEnd}>
          {t("popper.endYes")}
        </Button>
      </div>
    </div>
  );
}
