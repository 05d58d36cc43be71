import { Ear, EarOff } from "lucide-react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveCallView } from "#app/core/domain/live/live-views.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import type { LiveRoom } from "../room/use-live-room.ts";

type Props = {
  view: LiveCallView;
  live: LiveRoom;
  isOn: boolean;
  onListen: (isOn: boolean) => void;
};

/**
 * Reading along, and hearing the room unseen by the guests; our side sees the badge (product §20.5). In a demo it says
 * why there is nothing to speak with.
 */
export function ListenBar({ view, live: { room }, isOn, onListen }: Props) {
  const { t } = useTranslation("live");
  const isDemo = view.isDemo && view.callRole !== "watcher";
  return (
    <Banner
      isUpdate
      icon={isOn ? Ear : EarOff}
      action={
        view.canListen ? (
          <Button
            tone={isOn ? "plain" : "primary"}
            icon={isOn ? EarOff : Ear}
            aria-pressed={isOn}
            onClick={() => onListen(!isOn)}
          >
            {isOn ? t("listen.stop") : t(isDemo ? "listen.demoStart" : "listen.start")}
          </Button>
        ) : undefined
      }
    >
      {t(`listen.${wordsOf(isOn, room?.phase === "live", isDemo, view.canListen)}`, {
        name: view.owner.name,
      })}
    </Banner>
  );
}

/** The key of what the bar says. */
function wordsOf(isOn: boolean, isLive: boolean, isDemo: boolean, canListen: boolean) {
  if (isOn) return isLive ? (isDemo ? "demoOn" : "on") : "connecting";
  if (isDemo) return "demoOff";
  return canListen ? "off" : "readOnly";
}
