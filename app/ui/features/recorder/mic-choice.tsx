import { Volume2 } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Select } from "#app/ui/components/primitive/select.tsx";
import { type DeviceOption, listOf } from "#app/ui/features/capture/devices.ts";
import { playTones } from "#app/ui/features/capture/tones.client.ts";
import type { RecorderKit } from "./use-recorder-kit.ts";

type Props = {
  kit: RecorderKit;
  chosen: string | null;
  onChoose: (micId: string | null) => void;
};

/** So much louder while the tone plays: it comes back through the microphone. */
const ECHO = 0.15;
const LOOK_MS = 60;

/** Another microphone, and whether it hears the speakers. */
export function MicChoice({ kit, chosen, onChoose }: Props) {
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
    const level = () => kit.sources.desk()?.level("microphone") ?? 0;
    const before = Math.max(level(), level());
    let loudest = 0;
    const timer = setInterval(() => {
      loudest = Math.max(loudest, level());
    }, LOOK_MS);
    try {
      await playTones(null);
      setEcho(loudest - before > ECHO ? "heard" : "none");
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
      <Button
        size="small"
        icon={Volume2}
        busy={echo === "playing" && t("echo.playing")}
        onClick={() => void test()}
      >
        {t("echo.test")}
      </Button>
      {echo === "idle" || echo === "playing" ? null : (
        <span className={echo === "none" ? "text-ink-muted" : "text-danger"}>
          {t(`echo.${echo}`)}
        </span>
      )}
    </div>
  );
}
