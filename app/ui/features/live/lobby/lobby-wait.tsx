import { Lock } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LobbyView } from "#app/core/domain/live/live-views.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { DeviceCheck } from "#app/ui/features/capture/device-check.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";
import type { LobbyNow } from "./use-lobby-stream.ts";

/** Product §6: a guest who waits this long is asked. */
const ASK_AFTER_MS = 30 * 60_000;

type Props = {
  view: LobbyView;
  guest: NonNullable<LobbyView["guest"]>;
  now: LobbyNow;
  onLeave: () => void;
  /** After half an hour: the guest is still there. */
  onKeepWaiting: () => void;
};

/** At the door: who will open, what was answered, and the devices while one waits. */
export function LobbyWait({ view, guest, now, onLeave, onKeepWaiting }: Props) {
  const { t } = useTranslation("lobby");
  const [devices, setDevices] = useDevices();
  const [isLong, stay] = useLongWait();
  const keepWaiting = () => {
    stay();
    onKeepWaiting();
  };
  return (
    <>
      <div role="status" className="grid gap-3">
        <WaitingLane />
        <p className="text-base">{t("wait.why", { host: view.host, name: guest.name })}</p>
        <p className="text-sm text-ink-muted">{t(`wait.${guest.consent}`)}</p>
        {now.admission?.lockedOut === true ? (
          <Banner icon={Lock}>{t("wait.locked", { host: view.host })}</Banner>
        ) : null}
        {!now.isHeard ? <Banner>{t("wait.reconnecting")}</Banner> : null}
        {isLong ? (
          <Banner
            action={
              <Button size="small" onClick={keepWaiting}>
                {t("wait.keep")}
              </Button>
            }
          >
            {t("wait.long")}
          </Banner>
        ) : null}
      </div>
      <DeviceCheck value={devices} onChange={setDevices} side="them" />
      <Button width="full" size="tall" onClick={onLeave}>
        {t("wait.leave")}
      </Button>
    </>
  );
}

/** Two lanes with nothing on them yet. */
function WaitingLane() {
  return (
    <svg
      height="30"
      viewBox="0 0 420 30"
      preserveAspectRatio="none"
      aria-hidden
      className="w-full stroke-line-strong"
      strokeDasharray="3 4"
    >
      <path d="M0 8H420M0 22H420" />
    </svg>
  );
}

/** True after half an hour, and again half an hour after one chose to stay. */
function useLongWait(): [boolean, () => void] {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (isLong) return undefined;
    const timer = setTimeout(() => setLong(true), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLong]);
  return [isLong, () => setLong(false)];
}
