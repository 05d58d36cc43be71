import { Flag, Mic, MicOff, Pause, Play, Square } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { RecorderView } from "#app/core/domain/live/recorder-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/components/layout/page.tsx";
import { SplitPane } from "#app/ui/components/layout/split-pane.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { CopyLink } from "#app/ui/components/primitive/copy-link.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { useStore } from "#app/ui/browser/store.ts";
import { Alarms } from "./alarms.tsx";
import { Details, type DetailValues, visibilityOf } from "./details.tsx";
import { DiscardDialog } from "./discard-dialog.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { Marks } from "./marks.tsx";
import { MicChoice } from "./mic-choice.tsx";
import { OnAirPill } from "./on-air-pill.tsx";
import type { RecorderState } from "./recorder-state.ts";
import { SourceLevel } from "./sources-panel.tsx";
import { useClock } from "./use-clock.ts";
import type { RecorderKit } from "./held-kit.ts";

type Props = { kit: RecorderKit; state: RecorderState };

/** A recording that runs: that it does, how loud, how much of it is safe, what it is about, and the few things to do. */
export function OnAir({ kit, state, view }: Props & { view: RecorderView }) {
  const { t } = useTranslation("recorder");
  const { time } = useFormat();
  const { recorder } = kit;
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
        <Lanes kit={kit} state={state} me={view.memberName} />
      </Panel>
      <Controls kit={kit} state={state} />
      <SplitPane
        sideLabel={t("onAir.side")}
        main={<Marks marks={state.marks} onDescribe={recorder.describe} />}
        side={
          <>
            <Safe state={state} />
            <Sources kit={kit} state={state} />
            <DetailsOnAir state={state} view={view} onSay={recorder.say} />
          </>
        }
      />
    </Page>
  );
}

function Lanes({ kit, state, me }: Props & { me: string }) {
  const { t } = useTranslation("recorder");
  return (
    <div className="grid gap-2">
      {state.sources.includes("microphone") ? (
        <Lane name={me} note={t("level.microphone")}>
          <SourceLevel kit={kit} source="microphone" side="us" />
        </Lane>
      ) : null}
      {state.sources.includes("tab") ? (
        <Lane name={state.details["who"] || t("people.everyoneElse")} note={t("level.tab")}>
          <SourceLevel kit={kit} source="tab" side="them" />
        </Lane>
      ) : null}
      {state.sources.includes("screen") && !state.alarms.includes("screenEnded") ? (
        <p className="text-xs text-ink-muted">{t("onAir.screen")}</p>
      ) : null}
    </div>
  );
}

function Controls({ kit: { recorder }, state }: Props) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  const elapsed = useClock(state.zero);
  return (
    // On a phone Stop stays in reach, however far down its reader is.
    <div className="flex flex-wrap items-center justify-center gap-2.5 rounded-panel border border-line bg-surface-raised p-3 max-desk:sticky max-desk:top-2 max-desk:z-10">
      <span role="timer" className="mr-3 font-mono text-xl font-strong">
        {duration(elapsed)}
      </span>
      {state.phase === "paused" ? (
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
  );
}

function Lane({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[110px_minmax(0,1fr)] items-center gap-3">
      <span className="min-w-0">
        <bdi className="block truncate text-sm font-medium">{name}</bdi>
        <span className="block text-xs text-ink-muted">{note}</span>
      </span>
      {children}
    </div>
  );
}

/** What is lost when the browser is closed now: nothing but the last two seconds. */
function Safe({ state }: Pick<Props, "state">) {
  const { t } = useTranslation("recorder");
  const { duration } = useFormat();
  return (
    <Panel
      title={t("safe.title")}
      aside={<span className="font-mono">{duration(state.keptMs)}</span>}
    >
      <p className="text-xs text-ink-muted">{t("safe.why")}</p>
      <p className="mt-2 text-xs text-ink-muted">{t("safe.words")}</p>
    </Panel>
  );
}

/** Which microphone and which tab, exchanged while it goes on. */
function Sources({ kit, state }: Props) {
  const { t } = useTranslation("recorder");
  const [devices, keepDevices] = useDevices();
  const sources = useStore(kit.sources.state);
  const hasMic = state.sources.includes("microphone");
  const hasTab = state.sources.includes("tab");
  return (
    <Panel title={t("onAir.sources")}>
      <div className="grid justify-items-start gap-1.5 text-xs text-ink-muted">
        {hasMic ? (
          <>
            <span>{sources.micName || t("sources.unnamed")}</span>
            <MicChoice
              kit={kit}
              isOnAir
              chosen={devices.micId}
              onChoose={(micId) => {
                keepDevices({ ...devices, micId });
                void kit.sources.openMic(micId);
              }}
            />
          </>
        ) : null}
        {hasTab && sources.tab === "on" ? (
          <>
            <span>{sources.tabName || t("sources.unnamed")}</span>
            <Button size="small" tone="quiet" onClick={() => void kit.sources.shareTab()}>
              {t("sources.tab.other")}
            </Button>
          </>
        ) : null}
      </div>
    </Panel>
  );
}

type OnAirDetails = {
  state: RecorderState;
  view: RecorderView;
  onSay: (details: Record<string, string>) => void;
};

/** What it is about, filled in while it goes on; each change is kept as soon as its field is left. */
function DetailsOnAir({ state, view, onSay }: OnAirDetails) {
  const { title = "", company = "", dealId = "", who = "", language = "" } = state.details;
  const [values, setValues] = useState<DetailValues>({
    ...{ title, company, dealId, who, language: language || view.language },
    visibility: visibilityOf(state.details["visibility"]) ?? view.defaultVisibility,
  });
  const { t } = useTranslation("recorder");
  return (
    <Details
      title={t("onAir.details")}
      deals={view.deals}
      values={values}
      whoLabel={state.sources.includes("tab") ? t("details.who.one") : null}
      onChange={setValues}
      onDone={(next) => {
        const said = Object.entries(next).filter(([, value]) => value !== "");
        onSay(Object.fromEntries(said));
      }}
    />
  );
}
