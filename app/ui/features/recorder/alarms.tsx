import { useTranslation } from "#app/i18n/translation.tsx";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import type { Alarm, RecorderState } from "./recorder-state.ts";
import type { RecorderKit } from "./use-recorder-kit.ts";

/** Trouble with the sound itself is the red band; the rest is to be known. */
const LOUD: readonly Alarm[] = ["deaf"];

/** What is not as it should be while it records, each in a sentence. */
export function Alarms({ kit, state }: { kit: RecorderKit; state: RecorderState }) {
  const { t } = useTranslation("recorder");
  return (
    <>
      {state.alarms.map((alarm) => (
        <Banner
          key={alarm}
          tone={LOUD.includes(alarm) ? "live" : "plain"}
          isUpdate
          action={
            alarm === "stillThere" ? (
              <>
                <Button size="small" onClick={() => kit.recorder.answer()}>
                  {t("alarm.goOn")}
                </Button>
                <Button size="small" onClick={() => void kit.recorder.stop()}>
                  {t("onAir.stop")}
                </Button>
              </>
            ) : undefined
          }
        >
          {t(`alarm.${alarm}`)}
        </Banner>
      ))}
    </>
  );
}
