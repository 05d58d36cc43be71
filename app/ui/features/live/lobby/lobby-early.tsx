import { useEffect } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LobbyView } from "#app/core/domain/live/live-views.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { DeviceCheck } from "#app/ui/features/capture/device-check.tsx";
import { useDevices } from "#app/ui/features/capture/devices.ts";

/** A timer further away than this many milliseconds fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type Props = {
  view: LobbyView & { startsAt: string };
  isChecking: boolean;
  /** Asks whether the door is open by now. */
  onCheck: () => void;
};

/** Before the time: when it starts, and devices to try meanwhile. */
export function LobbyEarly({ view, isChecking, onCheck }: Props) {
  const { t } = useTranslation("lobby");
  const [devices, setDevices] = useDevices();
  const { startsAt } = view;
  useEffect(() => {
    const wait = Date.parse(startsAt) - Date.now();
    if (wait > LONGEST_TIMER_MS) return undefined;
    const timer = setTimeout(onCheck, Math.max(1_000, wait + 500));
    return () => clearTimeout(timer);
  }, [startsAt, onCheck]);
  return (
    <>
      <p role="status" className="text-base text-ink-soft">
        {t("early.why")}
      </p>
      <DeviceCheck value={devices} onChange={setDevices} side="them" />
      <Button
        tone="primary"
        width="full"
        size="tall"
        busy={isChecking && t("early.checking")}
        onClick={onCheck}
      >
        {t("early.check")}
      </Button>
    </>
  );
}
