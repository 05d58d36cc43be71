import { useEffect } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { playTones } from "#app/ui/features/capture/tones.client.ts";
import { useStore } from "#app/ui/browser/store.ts";
import type { Recorder } from "./recorder.client.ts";
import { URGENT } from "./recorder-state.ts";

/** As long as the two tones, and what a room makes of them. */
const TONES_MS = 1_500;

/**
 * What may be lost for good reaches the member in another window too, where their call is: by two tones, and by a notice
 * of the system where the browser may show one.
 */
export function useUrgent(recorder: Recorder): void {
  const { t } = useTranslation("recorder");
  const alarm = useStore(recorder.state, ({ alarms }) =>
    URGENT.find((one) => alarms.includes(one)),
  );
  const said = alarm === undefined ? "" : t(`alarm.${alarm}`);
  useEffect(() => {
    if (said === "") return undefined;
    recorder.ignore(TONES_MS);
    void playTones(null).catch(() => undefined);
    if (!("Notification" in window) || Notification.permission !== "granted") return undefined;
    const notice = new Notification(said, { tag: "parley-recorder", requireInteraction: true });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
    return () => notice.close();
  }, [recorder, said]);
}
