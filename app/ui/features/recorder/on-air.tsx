import { Flag, Mic, MicOff, Pause, Play, Square } from "lucide-react";
import { useBlocker } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { Dialog } from "#app/ui/components/primitive/dialog.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useStore } from "#app/ui/browser/store.ts";
import { Alarms } from "./alarms.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import { Marks } from "./marks.tsx";
import { OnAirPill } from "./on-air-pill.tsx";
import type { RecorderState } from "./recorder-state.ts";
import { SourceLevel } from "./sources-panel.tsx";
import { useClock } from "./use-clock.ts";
import type { RecorderKit } from "./use-recorder-kit.ts";

type Props = { kit: RecorderKit; state: RecorderState };

/** A recording that runs: that it does, how loud, how much of it is safe, and the few things to do. */
export function OnAir({ kit, state }: Props) {
  const { t } = useTranslation("recorder");
  const { duration, time } = useFormat();
  const { recorder } = kit;
  const elapsed = useClock(state.zero);
  const isPaused = state.phase === "paused";
  const lanes = state.sources.filter((one) => one === "microphone" || one === "tab").length;
  const title = state.title === "" ? t("onAir.untitled") : state.title;
  return (
    <Page
      title={title}
      facts={
        <>
          <OnAirPill isPaused={isPaused}>
            {isPaused ? t("onAir.paused") : t("onAir.recording", { count: lanes })}
          </OnAirPill>
          <span>{t("onAir.since", { time: time(new Date(state.zero).toISOString()) })}</span>
          <span>{t("onAir.onlyYou")}</span>
        </>
      }
      actions={
        <>
          {state.callId === null ? null : (
            <CopyLink url={new URL(paths.playback(state.callId), location.origin).href} />
          )}
          <DiscardDialog onDiscard={() => void recorder.discard()} />
        </>
      }
    >
      <Alarms kit={kit} state={state} />
      <Panel>
        <div className="grid gap-2">
          {state.sources.includes("microphone") ? (
            <Lane name={t("level.microphone")}>
              <SourceLevel kit={kit} source="microphone" side="us" />
            </Lane>
          ) : null}
          {state.sources.includes("tab") ? (
            <Lane name={t("level.tab")}>
              <SourceLevel kit={kit} source="tab" side="them" />
            </Lane>
          ) : null}
          {state.sources.includes("screen") ? (
            <p className="text-xs text-ink-muted">{t("onAir.screen")}</p>
          ) : null}
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-center gap-2.5 border-t border-line pt-3">
          <span role="timer" className="mr-3 font-mono text-xl font-strong">
            {duration(elapsed)}
          </span>
          {isPaused ? (
            <Button size="tall" icon={Play} onClick={() => recorder.unpause()}>
              {t("onAir.unpause")}
            </Button>
          ) : (
            <Button size="tall" icon={Pause} onClick={() => void recorder.pause()}>
              {t("onAir.pause")}
            </Button>
          )}
          <Button size="tall" icon={Flag} onClick={() => recorder.mark()}>
            {t("onAir.mark")}
          </Button>
          {state.sources.includes("microphone") ? (
            <Button
              size="tall"
              icon={state.isMuted ? MicOff : Mic}
              aria-pressed={state.isMuted}
              onClick={() => recorder.mute(!state.isMuted)}
            >
              {state.isMuted ? t("onAir.unmute") : t("onAir.mute")}
            </Button>
          ) : null}
          <Button tone="live" size="tall" icon={Square} onClick={() => void recorder.stop()}>
            {t("onAir.stop")}
          </Button>
        </div>
      </Panel>
      <SplitPane
        sideLabel={t("onAir.side")}
        main={<Marks marks={state.marks} onDescribe={recorder.describe} />}
        side={<Safe kit={kit} state={state} />}
      />
      <Leaving />
    </Page>
  );
}

function Lane({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[110px_minmax(0,1fr)] items-center gap-3">
      <span className="text-sm text-ink-soft">{name}</span>
      {children}
    </div>
  );
}

/** What is lost when the browser is closed now: nothing but the last two seconds. */
function Safe({ kit, state }: Props) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  const sources = useStore(kit.sources.state);
  return (
    <Panel
      title={t("safe.title")}
      aside={<span className="font-mono">{duration(state.keptMs)}</span>}
    >
      <p className="text-xs text-ink-muted">{t("safe.why")}</p>
      <p className="mt-2 text-xs text-ink-muted">{t("safe.words")}</p>
      {sources.tab === "ended" ? (
        <div className="mt-2 grid justify-items-start gap-1.5 text-xs text-danger">
          {t("sources.tab.ended")}
          <Button size="small" onClick={() => void kit.sources.shareTab()}>
            {t("sources.tab.again")}
          </Button>
        </div>
      ) : null}
      {sources.mic === "lost" ? (
        <p className="mt-2 text-xs text-danger">{t("sources.mic.lost")}</p>
      ) : null}
    </Panel>
  );
}

/** Another page of the product would end the recording: its sound belongs to this page. */
function Leaving() {
  const { t } = useTranslation("recorder");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <Dialog
      title={t("leaving.title")}
      effect={t("leaving.effect")}
      open={blocker.state === "blocked"}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.();
      }}
      actions={
        <>
          <Button onClick={() => blocker.reset?.()}>{t("leaving.stay")}</Button>
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            {t("leaving.go")}
          </Button>
        </>
      }
    />
  );
}
