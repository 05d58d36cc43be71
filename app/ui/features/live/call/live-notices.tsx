import { Ear, MicOff, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RecordingNow } from "#app/core/domain/live/live-views.ts";
import { Banner } from "#app/ui/components/primitive/banner.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import type { RoomSession, RoomSnapshot } from "../room/room-session.client.ts";
import { troubleOf } from "./recording-trouble.ts";

/**
 * The red band (product §20.9): nobody records, or somebody who speaks is missing from the recording. It
 * spans the page and stays in sight; it goes by itself when the recorder says so.
 */
export function RecordingBand({
  recording,
  isCopied,
}: {
  recording: RecordingNow;
  /** This device keeps a copy of the own microphone. */
  isCopied: boolean;
}) {
  const { t } = useTranslation("live");
  const trouble = troubleOf(recording);
  if (trouble === null) return null;
  const names = recording.missing.join(", ");
  return (
    <div className="sticky top-0 z-30 -mx-3.5 -mt-3.5 mb-4 desk:-mx-6 desk:-mt-5">
      <Banner tone="live" place="band">
        <b className="font-strong">
          {trouble === "absent" ? t("band.absent") : t("band.missing", { names })}
        </b>{" "}
        {isCopied ? t("band.copied") : t("band.notCopied")}
      </Banner>
    </div>
  );
}

type Props = {
  room: RoomSnapshot | null;
  session: RoomSession | null;
  isHeard: boolean;
  isCopied: boolean;
  /** Who only listens has no microphone here. */
  isSpeaker: boolean;
  onUnhold: () => void;
};

/** What stands between this person and the others, each with its one step. */
export function RoomNotices({ room, session, isHeard, isCopied, isSpeaker, onUnhold }: Props) {
  const { t } = useTranslation("live");
  if (room === null) return null;
  const notices: ReactNode[] = [];
  if (room.phase === "reconnecting")
    notices.push(
      <Banner key="line" isUpdate icon={WifiOff}>
        <b className="font-medium">{t("news.reconnecting")}</b>
        {isSpeaker ? ` ${isCopied ? t("news.copied") : t("news.muteStays")}` : null}
      </Banner>,
    );
  else if (!isHeard)
    notices.push(
      <Banner key="line" isUpdate icon={WifiOff}>
        {t("news.streamLost")}
      </Banner>,
    );
  if (room.needsClickToHear)
    notices.push(
      <Banner
        key="hear"
        isUpdate
        icon={Ear}
        action={
          <Button tone="primary" onClick={() => session?.hear()}>
            {t("news.hear")}
          </Button>
        }
      >
        {t("news.hearWhy")}
      </Banner>,
    );
  if (room.mic !== "ok")
    notices.push(
      <Banner
        key="mic"
        isUpdate
        icon={MicOff}
        {...(room.mic === "silent"
          ? {}
          : {
              action: (
                <Button onClick={() => session?.setDevice("audioinput", null)}>
                  {t("news.tryAgain")}
                </Button>
              ),
            })}
      >
        {t(`mic.${room.mic}`)}
      </Banner>,
    );
  if (room.camera === "denied" || room.camera === "missing")
    notices.push(
      <Banner key="camera" isUpdate>
        {t(`camera.${room.camera}`)}
      </Banner>,
    );
  if (room.isOnHold)
    notices.push(
      <Banner
        key="hold"
        isUpdate
        action={<Button onClick={onUnhold}>{t("controls.unhold")}</Button>}
      >
        {t("news.onHold")}
      </Banner>,
    );
  return notices.length === 0 ? null : <div className="grid gap-2">{notices}</div>;
}
