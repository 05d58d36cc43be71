import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "@remix-run/react";
import type { OpenRecording } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Dialog, DialogClose } from "#app/ui/components/primitive/dialog.tsx";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { paths } from "#app/paths.ts";
import { createStore, useStore } from "#app/ui/browser/store.ts";
import { IDLE } from "./recorder-state.ts";
import { DiscardDialog } from "./discard-dialog.tsx";
import type { Session } from "./piece-store.client.ts";
import { heldHere } from "./recorder-lock.ts";
import { postRecorder, problemOf } from "./post-recorder.ts";
import type { RecorderKit } from "./held-kit.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

type Props = {
  /** As the server knows them. */
  open: readonly OpenRecording[];
  longestMs: number;
  kit: RecorderKit | null;
};
/** `isOn`: a tab of this browser records it right now, whatever the server knows. */
type Here = { session: Session; waiting: number; isOn: boolean };
/** Before the server ends by itself what was left: two days to decide. */
const OLD_MS = 5 * 86_400_000;
/** What may be missing at the end without a word of it: the piece that was in hand. */
const NOTICED_MS = 2_500;

/** Recordings that were begun and never ended: what has arrived, what waits here, and what is on another device. */
export function Unfinished({ open: all, longestMs, kit }: Props) {
  const { t } = useTranslation("recorder");
  const revalidate = useRevalidate();
  const { here, running } = useHere(kit, revalidate);
  // What was discarded here while the server could not be asked is over for its owner; what this page records is shown
  // as that.
  const open = all.filter(
    ({ recordingId }) =>
      here.get(recordingId)?.session.isDiscarded !== true && recordingId !== running,
  );
  // What the server knows nothing of any more was finished, or discarded, without its rest.
  const left = [...here.values()].filter(
    ({ session, waiting }) =>
      !session.isDiscarded &&
      session.recordingId !== running &&
      (!session.isStopped || waiting > 0) &&
      !all.some((one) => one.recordingId === session.recordingId),
  );
  if (open.length + left.length === 0) return null;
  return (
    <Panel
      title={t("unfinished.title", { count: open.length + left.length })}
      aside={t("unfinished.kept")}
    >
      <ItemList label={t("unfinished.list")}>
        {open.map((one) => (
          <Row
            key={one.recordingId}
            one={one}
            here={here.get(one.recordingId) ?? null}
            kit={kit}
            longestMs={longestMs}
            onDone={revalidate}
          />
        ))}
        {left.map(({ session, waiting }) => (
          <Left
            key={session.recordingId}
            session={session}
            waiting={waiting}
            kit={kit}
            onDone={revalidate}
          />
        ))}
      </ItemList>
    </Panel>
  );
}

const NOTHING = createStore(IDLE);

/** What this device holds, by recording; read again whenever a piece was sent. */
function useHere(kit: RecorderKit | null, onChange: () => void) {
  const [here, setHere] = useState(new Map<string, Here>());
  const running = useStore(kit?.recorder.state ?? NOTHING, ({ phase, recordingId }) =>
    phase === "idle" || phase === "done" ? null : recordingId,
  );
  const read = useCallback(async () => {
    if (kit === null) return;
    const [sessions, waiting, onHere] = await Promise.all([
      kit.store.sessions(),
      kit.store.waiting(),
      heldHere(),
    ]);
    setHere((before) => {
      if (before.size > sessions.length) onChange();
      return new Map(
        sessions.map((session) => {
          const { recordingId } = session;
          const isOn = onHere === recordingId;
          return [recordingId, { session, waiting: waiting.get(recordingId) ?? 0, isOn }];
        }),
      );
    });
  }, [kit, onChange]);
  useEffect(() => {
    void read().catch(() => undefined);
    return kit?.recorder.onWaiting(() => void read().catch(() => undefined));
  }, [kit, read]);
  return { here, running };
}

type RowProps = {
  one: OpenRecording;
  here: Here | null;
  kit: RecorderKit | null;
  longestMs: number;
  onDone: () => void;
};

/** How much of a recording has not arrived, ms: what was paused at its end is not missing. */
function missingOf(one: OpenRecording, here: Here | null): number {
  const lengthMs = Math.max(one.lengthMs, here?.session.lengthMs ?? 0);
  const pauses = here?.session.timeline.pauses ?? [];
  const paused = pauses
    .map(({ t0Ms, t1Ms }) => Math.min(t1Ms, lengthMs) - Math.max(t0Ms, one.arrivedMs))
    .filter((ms) => ms > 0)
    .reduce((sum, ms) => sum + ms, 0);
  return Math.max(0, lengthMs - one.arrivedMs - paused);
}

function Row({ one, here, kit, longestMs, onDone }: RowProps) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  const [problem, setProblem] = useState<string | null>(null);
  const lengthMs = Math.max(one.lengthMs, here?.session.lengthMs ?? 0);
  const missingMs = missingOf(one, here);
  const isHere = kit !== null && one.deviceId === kit.deviceId;
  // Of a browser that was killed the server still believes that it records; this device knows better.
  const isNow = here === null ? one.isHeld : here.isOn;
  const isRefused = kit?.recorder.isRefused(one.recordingId) === true;
  const waits = here !== null && here.waiting > 0;
  const finish = async () => {
    setProblem(null);
    if (here && kit && !(await kit.recorder.finishLeft(here.session)))
      setProblem(t(waits ? "unfinished.sending" : "problem.failed"));
    onDone();
  };
  const keep = async () => {
    setProblem(null);
    const { recordingId } = one;
    if (here && kit) {
      if (!(await kit.recorder.keepArrived(here.session))) setProblem(t("problem.failed"));
    } else {
      const isPartial = missingMs > NOTICED_MS;
      const answer = await postRecorder("finish", {
        ...{ recordingId, isPartial: String(isPartial) },
        why: isPartial && !isHere ? "elsewhere" : "closed",
      });
      if (answer === null || answer.status >= 400) setProblem(t(`problem.${problemOf(answer)}`));
    }
    onDone();
  };
  const rest = isNow
    ? t("unfinished.now", { device: one.deviceName })
    : waits
      ? t(isRefused ? "unfinished.refused" : "unfinished.waiting", { length: duration(missingMs) })
      : missingMs > NOTICED_MS
        ? isHere
          ? t("unfinished.missing", { length: duration(missingMs) })
          : t("unfinished.elsewhere", { length: duration(missingMs), device: one.deviceName })
        : t("unfinished.all");
  return (
    <Item
      title={
        <>
          <bdi>{one.title}</bdi>{" "}
          <span className="text-sm font-normal text-ink-muted">
            <Moment iso={one.startedAt} style="when" />,{" "}
            {t("unfinished.long", { length: duration(lengthMs) })}
          </span>
        </>
      }
      note={
        <>
          {t("unfinished.uploaded", { length: duration(Math.min(one.arrivedMs, lengthMs)) })} ·{" "}
          {rest}
          {here && Date.now() - here.session.zero > OLD_MS ? (
            <span className="block text-danger">{t("unfinished.old")}</span>
          ) : null}
          {problem === null ? null : (
            <span role="alert" className="block text-danger">
              {problem}
            </span>
          )}
        </>
      }
      actions={
        isNow ? undefined : (
          <>
            {here && kit && !here.session.isStopped && canGoOn(here.session, longestMs) ? (
              <GoOn kit={kit} session={here.session} longestMs={longestMs} />
            ) : null}
            {waits || (here && missingMs <= NOTICED_MS) ? (
              <Button onClick={() => void finish()}>
                {waits
                  ? t("unfinished.finish")
                  : t("unfinished.keep", { length: duration(one.arrivedMs) })}
              </Button>
            ) : null}
            {(waits && !isRefused) || (here && missingMs <= NOTICED_MS) ? null : (
              <Button onClick={() => void keep()}>
                {t("unfinished.keep", { length: duration(one.arrivedMs) })}
              </Button>
            )}
            <DiscardDialog
              onDiscard={async () => {
                const { recordingId } = one;
                const result = await kit?.recorder.discardLeft(recordingId);
                if (result === "later") setProblem(t("problem.discardLater"));
                if (result === "published") setProblem(t("problem.published"));
                onDone();
              }}
            />
          </>
        )
      }
    />
  );
}

/** Not for minutes before the longest a recording may be. */
const canGoOn = ({ zero }: Session, longestMs: number): boolean =>
  Date.now() - zero < longestMs - 60_000;

/**
 * The same recording goes on, with the sounds it had; what was missed is a marked gap. A picture needs a press of its
 * own, which is asked for on the next page.
 */
function GoOn({
  kit,
  session,
  longestMs,
}: {
  kit: RecorderKit;
  session: Session;
  longestMs: number;
}) {
  const { t } = useTranslation("recorder");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = async () => {
    // Both at once: the microphone does not wait for a tab to be chosen, which only this press may ask for.
    const tab = session.sources.includes("tab") ? kit.sources.shareTab() : undefined;
    // The one that was chosen; where it is gone, the browser takes another.
    if (session.sources.includes("microphone")) await kit.sources.openMic(session.micId ?? null);
    else await tab;
    const { mic, tab: shared } = kit.sources.state.get();
    if (mic !== "on" && shared !== "on") return;
    await kit.recorder.resume(session, longestMs);
    if (pathname !== paths.recorder()) navigate(paths.recorder());
  };
  return <Button onClick={() => void go()}>{t("unfinished.goOn")}</Button>;
}

type LeftProps = {
  session: Session;
  waiting: number;
  kit: RecorderKit | null;
  onDone: () => void;
};

/** The call is over elsewhere, and pieces of it are still here. */
function Left({ session, waiting, kit, onDone }: LeftProps) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  return (
    <Item
      title={<bdi>{session.title === "" ? t("onAir.untitled") : session.title}</bdi>}
      note={t(waiting > 0 ? "unfinished.over" : "unfinished.overAll", {
        length: duration(session.lengthMs),
      })}
      actions={
        <Dialog
          title={t("unfinished.removeTitle")}
          effect={t(waiting > 0 ? "unfinished.removeEffect" : "unfinished.removeNothing")}
          trigger={<Button tone="danger">{t("unfinished.remove")}</Button>}
          actions={
            <>
              <DialogClose>
                <Button>{t("discard.keep")}</Button>
              </DialogClose>
              <Button
                tone="danger"
                onClick={() => void kit?.store.removeAll(session.recordingId).then(onDone)}
              >
                {t("unfinished.remove")}
              </Button>
            </>
          }
        />
      }
    />
  );
}
