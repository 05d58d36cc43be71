import { CircleAlert, ChevronDown, Mic, MicOff, Volume2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useStore } from "#app/ui/browser/store.ts";
import { Meter } from "#app/ui/components/instrument/meter.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { controlLook } from "#app/ui/components/primitive/control-look.ts";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type DeviceOption, type Devices, isBluetooth, keepDevices } from "./devices.ts";
import type { LevelStore } from "./level-store.ts";
import type { MicState } from "./local-media.client.ts";
import type { PreviewState } from "./mic-preview.client.ts";
import { playTones } from "./tones.client.ts";
import { type Preview, useMicPreview } from "./use-mic-preview.ts";

type Props = {
  value: Devices;
  /** The choice is kept on this device as well. */
  onChange: (next: Devices) => void;
  /** Whose voice the meter shows. */
  side?: "us" | "them";
  /** In a call: what the call hears. Left out, the microphone is opened to look at it. */
  heard?: { level: number; mic: MicState };
};

/** Microphone with its level, always visible, and speaker with a test sound; works before joining. */
export function DeviceCheck({ value, onChange, side = "us", heard }: Props) {
  const preview = useMicPreview(value.micId, heard !== undefined);
  const choose = (next: Devices) => {
    keepDevices(next);
    onChange(next);
  };
  return (
    <div className="grid gap-4">
      <Microphone
        preview={preview}
        micId={value.micId}
        side={side}
        heard={heard}
        onChoose={(micId) => choose({ ...value, micId })}
      />
      <Speaker
        speakers={preview.devices.speakers}
        speakerId={value.speakerId}
        onChoose={(speakerId) => choose({ ...value, speakerId })}
      />
    </div>
  );
}

type MicrophoneProps = {
  preview: Preview;
  micId: string | null;
  side: "us" | "them";
  heard: Props["heard"];
  onChoose: (micId: string | null) => void;
};

function Microphone({ preview, micId, side, heard, onChoose }: MicrophoneProps) {
  const { t } = useTranslation("lobby");
  const id = useId();
  const note = useNote(preview, micId, heard);
  const { mics } = preview.devices;
  return (
    <div className="grid gap-[5px]">
      <label htmlFor={id} className="text-sm font-medium">
        {t("device.microphone")}
      </label>
      <div className="relative">
        <select
          id={id}
          value={mics.some((mic) => mic.id === micId) ? (micId ?? "") : ""}
          onChange={(event) => onChoose(event.currentTarget.value || null)}
          aria-describedby={`${id}-note`}
          className={controlLook({ className: "w-full appearance-none truncate pr-40 pl-9" })}
        >
          <option value="">{t("device.defaultMicrophone")}</option>
          {named(mics, (n) => t("device.nameless", { n }))}
        </select>
        <span className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center">
          <Icon of={isOpen(preview, heard) ? Mic : MicOff} />
        </span>
        <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center gap-2">
          {heard === undefined ? (
            <MovingMeter store={preview.level} side={side} label={t("device.level")} />
          ) : (
            <Meter label={t("device.level")} level={heard.level} side={side} />
          )}
          <Icon of={ChevronDown} />
        </span>
      </div>
      <div id={`${id}-note`} role="status" className="grid justify-items-start gap-1.5 text-xs">
        {note}
      </div>
      {heard === undefined ? <AskForMicrophone preview={preview} /> : null}
    </div>
  );
}

function MovingMeter({
  store,
  ...rest
}: {
  store: LevelStore;
  side: "us" | "them";
  label: string;
}) {
  return <Meter {...rest} level={useStore(store)} />;
}

/** The one step that makes the microphone work, where there is one. */
function AskForMicrophone({ preview }: { preview: Preview }) {
  const { t } = useTranslation("lobby");
  const { mic, start } = preview;
  if (mic === null)
    return (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" icon={Mic} onClick={start}>
          {t("device.test")}
        </Button>
        <span className="text-xs text-ink-muted">{t("device.skip")}</span>
      </span>
    );
  if (mic.state === "ok" || mic.state === "asking" || mic.state === "insecure") return null;
  return (
    <span>
      <Button size="small" onClick={start}>
        {t("device.again")}
      </Button>
    </span>
  );
}

const isOpen = (preview: Preview, heard: Props["heard"]): boolean =>
  heard === undefined ? preview.mic?.state === "ok" : heard.mic === "ok" || heard.mic === "silent";

/** Under the microphone: trouble with its fix, or that all is well. */
function useNote(preview: Preview, micId: string | null, heard: Props["heard"]): ReactNode {
  const { t } = useTranslation("lobby");
  const { mic, devices } = preview;
  const state = heard === undefined ? mic?.state : IN_CALL[heard.mic];
  if (state === undefined) return null;
  if (state === "asking") return <Calm>{t("device.asking")}</Calm>;
  if (state !== "ok") return <Trouble>{t(`device.${state}`)}</Trouble>;
  if (heard?.mic === "silent" || (heard === undefined && mic?.hearing === "silent"))
    return <Trouble>{t("device.silent")}</Trouble>;
  const usedId = heard === undefined ? mic?.usedId : micId;
  const used = devices.mics.find(({ id }) => id === usedId);
  // The system's own choice answers with an alias, which is in no list.
  const isOther = heard === undefined && micId !== null && usedId !== micId;
  return (
    <>
      {isOther ? (
        <Trouble>
          {t("device.changed", { name: used?.name ?? t("device.defaultMicrophone") })}
        </Trouble>
      ) : null}
      {heard === undefined ? (
        <Calm>{mic?.hearing === "heard" ? t("device.heard") : t("device.listening")}</Calm>
      ) : null}
      {used !== undefined && isBluetooth(used.name) ? <Calm>{t("device.bluetooth")}</Calm> : null}
    </>
  );
}

const IN_CALL: Record<MicState, PreviewState> = {
  ok: "ok",
  silent: "ok",
  denied: "denied",
  missing: "missing",
};

function Calm({ children }: { children: ReactNode }) {
  return <span className="text-ink-muted">{children}</span>;
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <span className="flex items-start gap-1.5 text-danger">
      <Icon of={CircleAlert} />
      <span>{children}</span>
    </span>
  );
}

type SpeakerProps = {
  speakers: DeviceOption[];
  speakerId: string | null;
  onChoose: (speakerId: string | null) => void;
};

/** Absent choice: browsers that play through the system's speaker only still have the test sound. */
function Speaker({ speakers, speakerId, onChoose }: SpeakerProps) {
  const { t } = useTranslation("lobby");
  const id = useId();
  const [result, setResult] = useState<"idle" | "playing" | "played" | "failed">("idle");
  const play = () => {
    setResult("playing");
    playTones(speakerId).then(
      () => setResult("played"),
      () => setResult("failed"),
    );
  };
  return (
    <div className="grid gap-[5px]">
      <label htmlFor={id} className="text-sm font-medium">
        {t("device.speaker")}
      </label>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <Select
          id={id}
          value={speakers.some((speaker) => speaker.id === speakerId) ? (speakerId ?? "") : ""}
          onChange={(event) => onChoose(event.currentTarget.value || null)}
          options={[
            { value: "", label: t("device.defaultSpeaker") },
            ...speakers.map((speaker, at) => ({
              value: speaker.id,
              label: speaker.name || t("device.namelessSpeaker", { n: at + 1 }),
            })),
          ]}
        />
        <Button icon={Volume2} onClick={play}>
          {t("device.tone")}
        </Button>
      </div>
      <div role="status" className="text-xs">
        {result === "played" ? <Calm>{t("device.toneHeard")}</Calm> : null}
        {result === "failed" ? <Trouble>{t("device.toneFailed")}</Trouble> : null}
      </div>
    </div>
  );
}

function named(devices: DeviceOption[], nameless: (n: number) => string) {
  return devices.map(({ id, name }, at) => (
    <option key={id} value={id}>
      {name || nameless(at + 1)}
    </option>
  ));
}
