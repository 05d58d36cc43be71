import { Volume2 } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type DeviceOption, listOf } from "#app/ui/features/capture/devices.ts";
import { playTones } from "#app/ui/features/capture/tones.client.ts";
import type { RecorderKit } from "./held-kit.ts";

type Props = {
  kit: RecorderKit;
  /** While it records no tone is played. */
  isOnAir?: boolean;
  chosen: string | null;
  onChoose: (micId: string | null) => void;
};

/** So much louder while the tone plays, most of the time: it comes back through the microphone. */
const ECHO = 0.15;
const BEFORE_MS = 500;
const LOOK_MS = 60;

const middle = (levels: readonly number[]): number =>
  levels.toSorted((a, b) => a - b)[Math.floor(levels.length / 2)] ?? 0;

/** Another microphone, and whether it hears the speakers. */
export function MicChoice({ kit, isOnAir = false, chosen, onChoose }: Props) {
  const { t } = useTranslation("recorder");
  const id = useId();
  const [mics, setMics] = useState<DeviceOption[]>([]);
  const [echo, setEcho] = useState<"idle" | "playing" | "none" | "heard" | "failed">("idle");
  useEffect(() => {
    let isOver = false;
    const read = () =>
      void navigator.mediaDevices.enumerateDevices().then((found) => {
        if (!isOver) setMics(listOf(found).mics);
      });
    read();
    navigator.mediaDevices.addEventListener("devicechange", read);
    return () => {
      isOver = true;
      navigator.mediaDevices.removeEventListener("devicechange", read);
    };
  }, []);
  const test = async () => {
    setEcho("playing");
    const levels: number[] = [];
    const timer = setInterval(() => {
      levels.push(kit.sources.desk()?.level("microphone") ?? 0);
    }, LOOK_MS);
    try {
      // What the room sounds like without the tone.
      await new Promise((resolve) => setTimeout(resolve, BEFORE_MS));
      const quiet = middle(levels.splice(0));
      await playTones(null);
      setEcho(middle(levels) - quiet > ECHO ? "heard" : "none");
    } catch {
      setEcho("failed");
    } finally {
      clearInterval(timer);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mics.length < 2 ? null : (
        <>
          <label htmlFor={id} className="sr-only">
            {t("sources.mic.choose")}
          </label>
          <Select
            id={id}
            size="small"
            width="hug"
            value={mics.some((mic) => mic.id === chosen) ? (chosen ?? "") : ""}
            options={[
              { value: "", label: t("sources.mic.system") },
              ...mics.map((mic, at) => ({
                value: mic.id,
                label: mic.name || `${t("sources.mic.name")} ${at + 1}`,
              })),
            ]}
            onChange={(event) => onChoose(event.currentTarget.value || null)}
          />
        </>
      )}
      {isOnAir ? null : (
        <Button
          size="small"
          icon={Volume2}
          busy={echo === "playing" && t("echo.playing")}
          onClick={() => void test()}
        >
          {t("echo.test")}
        </Button>
      )}
      {echo === "idle" || echo === "playing" ? null : (
        <span role="status" className={echo === "none" ? "text-ink-muted" : "text-danger"}>
          {t(`echo.${echo}`)}
        </span>
      )}
    </div>
  );
}
