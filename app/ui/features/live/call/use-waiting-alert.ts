import { useEffect } from "react";
import type { WaitingGuest } from "#app/core/domain/live/live-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useTitlePrefix } from "#app/ui/browser/title-prefix.ts";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import { playTones } from "#app/ui/features/capture/tones.client.ts";

/** Other tabs receive a guest within this time; until then the tab that played the sound keeps them silent. */
const QUIET_MS = 5_000;
/** Guests announced in this tab, on any of its pages. */
const sounded = new Set<string>();

/** While guests wait, the title of the tab names them; a sound announces each of them once. */
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
    // A guest who left and asks again is announced again.
    const fresh = waiting
      .map(({ guestId, since }) => `${guestId} ${since}`)
      .filter((key) => !sounded.has(key));
    for (const key of fresh) sounded.add(key);
    const [one] = fresh;
    if (one !== undefined) void soundOnce(one, speakerId);
  }, [waiting, speakerId]);
}

/** One tab of this browser plays the sound: browsers allow it where a person has pressed something. */
async function soundOnce(key: string, speakerId: string | null): Promise<void> {
  if ("userActivation" in navigator && !navigator.userActivation.hasBeenActive) return;
  await navigator.locks.request(`parley-waiting:${key}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    const quiet = new Promise((done) => setTimeout(done, QUIET_MS));
    // The chosen speaker may be unplugged, and a browser may refuse: title and list remain.
    await playTones(speakerId)
      .catch(() => playTones(null))
      .catch(() => undefined);
    await quiet;
  });
}
