import { useEffect } from "react";
import type { WaitingGuest } from "#app/core/domain/live/live-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useTitlePrefix } from "#app/ui/browser/title-prefix.ts";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { playTones } from "#app/ui/features/capture/tones.client.ts";

/** Other tabs learn of a guest within this time; until then the one that sounded keeps them silent. */
const QUIET_MS = 5_000;
/** Whose waiting was sounded in this tab, whichever of its pages shows them. */
const sounded = new Set<string>();

/** A guest waits who sees nothing of the host's screen: the tab's title names them, and a sound says so once. */
export function useWaitingAlert(waiting: readonly WaitingGuest[]): void {
  const { t } = useTranslation("live");
  const [{ speakerId }] = useDevices();
  const [first, ...others] = waiting;
  const who =
    first === undefined || others.length > 0
      ? t("waiting.title", { count: waiting.length })
      : t("waiting.oneInTitle", { name: first.name });
  useTitlePrefix("guest", first === undefined ? "" : `${who} · `);
  useEffect(() => {
    // Somebody who left and asks again waits anew.
    const fresh = waiting
      .map(({ guestId, since }) => `${guestId} ${since}`)
      .filter((key) => !sounded.has(key));
    for (const key of fresh) sounded.add(key);
    const [one] = fresh;
    if (one !== undefined) void soundOnce(one, speakerId);
  }, [waiting, speakerId]);
}

/** Of all tabs of this browser one sounds: the first in which a person has pressed something, as browsers demand it. */
async function soundOnce(key: string, speakerId: string | null): Promise<void> {
  if ("userActivation" in navigator && !navigator.userActivation.hasBeenActive) return;
  await navigator.locks.request(`parley-waiting:${key}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const quiet = new Promise((done) => setTimeout(done, QUIET_MS));
    // A speaker that is gone, then one that may not sound: the title and the list say it still.
    await playTones(speakerId)
      .catch(() => playTones(null))
      .catch(() => undefined);
    await quiet;
  });
}
