import { useCallback, useEffect, useState } from "react";
import type { OpenRecording, RecorderView } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Moment } from "#app/ui/components/primitive/moment.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Item, ItemList } from "#app/ui/components/primitive/item.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import type { Session } from "./piece-store.client.ts";
import { postRecorder, problemOf } from "./post-recorder.ts";
import type { RecorderKit } from "./use-recorder-kit.ts";
import { useRevalidate } from "#app/ui/browser/use-revalidate.ts";

type Props = { view: RecorderView; kit: RecorderKit | null };
/** `isOn`: a tab of this browser records right now, whatever the server has heard. */
type Here = { session: Session; waiting: number; isOn: boolean };
/** Held by the tab that records. */
const LOCK = "parley-recorder";
const OLD_MS = 7 * 86_400_000;

/** Recordings that were begun and never ended: what has arrived, what waits here, and what lies on another device. */
export function Unfinished({ view, kit }: Props) {
  const { t } = useTranslation("recorder");
  const revalidate = useRevalidate();
  const here = useHere(kit, revalidate);
  // What was thrown away here while the server could not be asked is over for whoever did it.
  const open = view.open.filter((one) => here.get(one.recordingId)?.session.isDiscarded !== true);
  // What the server knows nothing of any more was finished, or thrown away, without its rest.
  const left = [...here.values()].filter(
    ({ session }) =>
      !session.isDiscarded && !view.open.some((one) => one.recordingId === session.recordingId),
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

/** What this device holds, by recording; read again whenever a piece was sent. */
function useHere(kit: RecorderKit | null, onChange: () => void): Map<string, Here> {
  const [here, setHere] = useState(new Map<string, Here>());
  const read = useCallback(async () => {
    if (kit === null) return;
    const [sessions, waiting, locks] = await Promise.all([
      kit.store.sessions(),
      kit.store.waiting(),
      navigator.locks.query(),
    ]);
    const isOn = (locks.held ?? []).some(({ name }) => name === LOCK);
    setHere((before) => {
      if (before.size > sessions.length) onChange();
      return new Map(
        sessions.map((session) => [
          session.recordingId,
          { session, waiting: waiting.get(session.recordingId)?.count ?? 0, isOn },
        ]),
      );
    });
  }, [kit, onChange]);
  useEffect(() => {
    void read().catch(() => undefined);
    kit?.recorder.onWaiting(() => void read().catch(() => undefined));
    return () => kit?.recorder.onWaiting(() => undefined);
  }, [kit, read]);
  return here;
}

type RowProps = {
  one: OpenRecording;
  here: Here | null;
  kit: RecorderKit | null;
  onDone: () => void;
};

function Row({ one, here, kit, onDone }: RowProps) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  const [problem, setProblem] = useState<string | null>(null);
  const lengthMs = Math.max(one.lengthMs, here?.session.lengthMs ?? 0);
  const missingMs = Math.max(0, lengthMs - one.arrivedMs);
  const isHere = kit !== null && one.deviceId === kit.deviceId;
  // Of a browser that was killed the server still believes that it records; this device knows better.
  const isNow = one.isHeld && one.tabId !== kit?.tabId && here?.isOn !== false;
  const finish = async (isPartial: boolean) => {
    setProblem(null);
    if (here && kit && !isPartial) await kit.recorder.finishLeft(here.session);
    else {
      const { recordingId } = one;
      const answer = await postRecorder("finish", { recordingId, isPartial: String(isPartial) });
      if (answer === null || answer.status >= 400) setProblem(t(`problem.${problemOf(answer)}`));
      else if (here && kit) await kit.store.removeAll(recordingId);
    }
    onDone();
  };
  const rest = isNow
    ? t("unfinished.now", { device: one.deviceName })
    : here && here.waiting > 0
      ? t("unfinished.waiting", { length: duration(missingMs) })
      : missingMs > 2_500
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
            {here && kit && !here.session.isStopped ? (
              <GoOn kit={kit} session={here.session} />
            ) : null}
            {here && here.waiting > 0 ? (
              <Button onClick={() => void finish(false)}>{t("unfinished.finish")}</Button>
            ) : (
              <Button onClick={() => void finish(missingMs > 2_500)}>
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

/** The same recording goes on, with the sources it had; what was missed is a marked gap. */
function GoOn({ kit, session }: { kit: RecorderKit; session: Session }) {
  const { t } = useTranslation("recorder");
  const go = async () => {
    if (session.sources.includes("tab")) await kit.sources.shareTab();
    // The one that was chosen; where it is gone, the browser takes another.
    if (session.sources.includes("microphone")) await kit.sources.openMic(session.micId ?? null);
    const { mic, tab } = kit.sources.state.get();
    if (mic === "on" || tab === "on") await kit.recorder.resume(session);
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
        <Button
          tone="danger"
          onClick={() => {
            void kit?.store.removeAll(session.recordingId).then(onDone);
          }}
        >
          {t("unfinished.remove")}
        </Button>
      }
    />
  );
}
