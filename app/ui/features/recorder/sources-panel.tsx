import { AppWindow, type LucideIcon, Mic, Monitor } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Meter } from "#app/ui/components/instrument/meter.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Panel } from "#app/ui/components/primitive/panel.tsx";
import { Switch } from "#app/ui/components/primitive/switch.tsx";
import { useStore } from "#app/ui/browser/store.ts";
import { createLevelStore } from "#app/ui/features/capture/level-store.ts";
import { LEVEL_MS } from "#app/ui/features/capture/level-track.ts";
import { LevelLane, useLaneSource } from "#app/ui/features/capture/level-lane.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { MicChoice } from "./mic-choice.tsx";
import { ShareTick } from "./share-tick.tsx";
import type { Consent, TabPeople, Voice } from "./set-up.tsx";
import type { SourcesState } from "./sources.client.ts";
import type { RecorderKit } from "./held-kit.ts";

type Props = {
  kit: RecorderKit | null;
  sources: SourcesState;
  /** Nobody has agreed yet: nothing is opened. */
  isLocked: boolean;
  /** It is being started: what was chosen stays. */
  isOff: boolean;
  consent: Consent | null;
  people: TabPeople;
  onPeople: (people: TabPeople) => void;
  voice: Voice;
  onVoice: (voice: Voice) => void;
};

/** Any of three sources, each with what it is, whether it is heard, and what to do where it is not. */
export function SourcesPanel(props: Props) {
  const { kit, sources, isLocked, consent, people, onPeople, voice, onVoice } = props;
  const { t } = useTranslation("recorder");
  const [devices, keepDevices] = useDevices();
  const isOff = kit === null || isLocked || props.isOff;
  return (
    <Panel title={t("sources.title")}>
      {isLocked ? <p className="mb-1 text-sm text-ink-muted">{t("sources.locked")}</p> : null}
      <ul aria-label={t("sources.title")} className="divide-y divide-line">
        <Source
          icon={Mic}
          name={t("sources.mic.name")}
          isOn={["asking", "on", "lost"].includes(sources.mic)}
          isOff={isOff}
          onChange={(isOn) =>
            isOn ? void kit?.sources.openMic(devices.micId) : kit?.sources.closeMic()
          }
          meter={
            kit !== null && sources.mic === "on" ? (
              <LevelNow kit={kit} source="microphone" side="us" />
            ) : null
          }
        >
          <Said
            isTrouble={TROUBLE.includes(sources.mic)}
            text={t(`sources.mic.${sources.mic}`, {
              name: sources.micName || t("sources.unnamed"),
            })}
          />
          {kit !== null && sources.mic === "denied" ? (
            <Button size="small" onClick={() => void kit.sources.openMic(devices.micId)}>
              {t("sources.mic.again")}
            </Button>
          ) : null}
          {sources.mic === "on" && sources.tab !== "on" && consent === "everyone" ? (
            <Either
              label={t("voice.inMic")}
              values={VOICES}
              chosen={voice}
              onChoose={onVoice}
              text={(one) => t(`voice.${one}`)}
              note={t(`voice.${voice}Note`)}
            />
          ) : null}
          {kit !== null && sources.mic === "on" ? (
            <MicChoice
              kit={kit}
              chosen={devices.micId}
              onChoose={(micId) => {
                keepDevices({ ...devices, micId });
                void kit.sources.openMic(micId);
              }}
            />
          ) : null}
        </Source>
        <Source
          icon={AppWindow}
          name={t("sources.tab.name")}
          isOn={sources.tab === "on" || sources.tab === "asking"}
          isOff={isOff || sources.tab === "unsupported"}
          onChange={(isOn) => (isOn ? void kit?.sources.shareTab() : kit?.sources.closeTab())}
          meter={
            kit !== null && sources.tab === "on" ? (
              <LevelNow kit={kit} source="tab" side="them" />
            ) : null
          }
        >
          <Said
            isTrouble={TROUBLE.includes(sources.tab)}
            text={t(`sources.tab.${sources.tab}`, {
              name: sources.tabName || t("sources.unnamed"),
            })}
          />
          {sources.tab === "off" || sources.tab === "noSound" ? <ShareTick /> : null}
          {sources.tab === "on" ? (
            <>
              <Either
                label={t("people.inTab")}
                values={PEOPLE}
                chosen={people}
                onChoose={onPeople}
                text={(one) => t(`people.${one}`)}
                note={t(`people.${people}Note`)}
              />
              <Button size="small" tone="quiet" onClick={() => void kit?.sources.shareTab()}>
                {t("sources.tab.other")}
              </Button>
            </>
          ) : null}
          {sources.tab === "on" || sources.tab === "unsupported" ? null : (
            <span className="text-ink-muted">{t("sources.tab.program")}</span>
          )}
        </Source>
        <Source
          icon={Monitor}
          name={t("sources.screen.name")}
          isOn={sources.screen === "on" || sources.screen === "asking"}
          isOff={isOff || sources.screen === "unsupported"}
          onChange={(isOn) => (isOn ? void kit?.sources.shareScreen() : kit?.sources.closeScreen())}
          meter={null}
        >
          <Said
            isTrouble={TROUBLE.includes(sources.screen)}
            text={t(`sources.screen.${sources.screen}`)}
          />
        </Source>
      </ul>
    </Panel>
  );
}

type SourceProps = {
  icon: LucideIcon;
  name: string;
  isOn: boolean;
  isOff: boolean;
  onChange: (isOn: boolean) => void;
  meter: ReactNode;
  children: ReactNode;
};

function Source({ icon, name, isOn, isOff, onChange, meter, children }: SourceProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3 desk:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="pt-1 text-ink-soft">
        <Icon of={icon} />
      </span>
      <div className="grid content-start justify-items-start gap-1.5">
        <span className="text-base font-medium">
          <Switch
            label={name}
            checked={isOn}
            disabled={isOff}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </span>
        <div className="grid w-full justify-items-start gap-1.5 text-xs text-ink-muted">
          {children}
        </div>
      </div>
      {meter === null ? null : <div className="col-start-2 desk:col-start-3">{meter}</div>}
    </li>
  );
}

const TROUBLE: readonly string[] = ["denied", "missing", "lost", "noSound", "cancelled", "ended"];

/** What there is to say of a source, with the fix where it is not there. */
function Said({ isTrouble, text }: { isTrouble: boolean; text: string }) {
  return (
    <span role="status" className={isTrouble ? "text-danger" : "text-ink-muted"}>
      {text}
    </span>
  );
}

type LevelProps = { kit: RecorderKit; source: "microphone" | "tab"; side: "us" | "them" };

/** How loud a source is right now, before anything of it is kept. */
function LevelNow({ kit, source, side }: LevelProps) {
  const { t } = useTranslation("recorder");
  const [level] = useState(createLevelStore);
  useEffect(() => {
    const timer = setInterval(() => level.set(kit.sources.desk()?.level(source) ?? 0), LEVEL_MS);
    return () => clearInterval(timer);
  }, [kit, source, level]);
  return <Meter label={t(`level.${source}`)} side={side} level={useStore(level)} />;
}

/** How loud a source was, up to now, on its lane. */
export function SourceLevel({ kit, source, side }: LevelProps) {
  const { t } = useTranslation("recorder");
  const read = useCallback(() => kit.sources.desk()?.level(source) ?? 0, [kit, source]);
  return <LevelLane label={t(`level.${source}`)} side={side} source={useLaneSource(read)} />;
}

const PEOPLE = ["one", "several"] as const;
const VOICES = ["own", "room"] as const;

type EitherProps<V extends string> = {
  label: string;
  values: readonly V[];
  chosen: V;
  onChoose: (value: V) => void;
  text: (value: V) => string;
  /** What follows from the choice. */
  note: string;
};

/** One of two, as buttons beside one another. */
function Either<V extends string>(props: EitherProps<V>) {
  const { label, values, chosen, onChoose, text, note } = props;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-ink">{label}</span>
      <span role="group" aria-label={label} className="flex gap-1">
        {values.map((one) => (
          <Button
            key={one}
            size="small"
            aria-pressed={chosen === one}
            onClick={() => onChoose(one)}
          >
            {text(one)}
          </Button>
        ))}
      </span>
      <span>{note}</span>
    </div>
  );
}
