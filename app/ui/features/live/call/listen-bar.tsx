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

/** Reading along, and hearing the room unseen by the guests; our side sees the badge (product §20.5). */
export function ListenBar({ view, live: { room }, isOn, onListen }: Props) {
  const { t } = useTranslation("live");
  const phase = room?.phase ?? "connecting";
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
            {isOn ? t("listen.stop") : t("listen.start")}
          </Button>
        ) : undefined
      }
    >
      {isOn
        ? t(`listen.${phase === "live" ? "on" : "connecting"}`, { name: view.owner.name })
        : view.canListen
          ? t("listen.off", { name: view.owner.name })
          : t("listen.readOnly")}
    </Banner>
  );
}
