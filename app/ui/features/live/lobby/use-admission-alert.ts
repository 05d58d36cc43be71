import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useTitlePrefix } from "#app/ui/browser/title-prefix.ts";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { playTones } from "#app/ui/features/capture/tones.client.ts";

/**
 * Guests wait in another tab: its title says how far they are, and a sound that the call begins for them.
 * @param isInRoom who was admitted may not be there yet, or not any more: another tab took the place
 */
export function useAdmissionAlert(state: "waiting" | "admitted" | null, isInRoom: boolean): void {
  const { t } = useTranslation("lobby");
  const [{ speakerId }] = useDevices();
  const before = useRef(state);
  const shown = state === "admitted" && !isInRoom ? null : state;
  useTitlePrefix("guest", shown === null ? "" : `${t(`tab.${shown}`)} · `);
  useEffect(() => {
    const isLetIn = before.current === "waiting" && state === "admitted";
    before.current = state;
    // The chosen speaker may be unplugged, and a browser may refuse: the title remains.
    if (isLetIn)
      void playTones(speakerId)
        .catch(() => playTones(null))
        .catch(() => undefined);
  }, [state, speakerId]);
}
