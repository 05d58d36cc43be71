import { cva } from "class-variance-authority";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { RoomVideo } from "./room-session.client.ts";

/** Beside a screen faces are small; alone they are what one looks at. */
const cameraRow = cva("grid gap-2", {
  variants: {
    beside: {
      screen: "grid-cols-[repeat(auto-fill,minmax(132px,180px))]",
      nothing: "grid-cols-[repeat(auto-fit,minmax(min(100%,240px),1fr))]",
    },
  },
});

type Props = {
  videos: readonly RoomVideo[];
  people: readonly { name: string; identities: readonly string[] }[];
};

/** Shared screens large, cameras beside one another; seen live and not recorded, and the page says so. */
export function RoomPictures({ videos, people }: Props) {
  const { t } = useTranslation("lobby");
  if (videos.length === 0) return null;
  const nameOf = (identity: string) =>
    people.find(({ identities }) => identities.includes(identity))?.name ?? "";
  const screens = videos.filter(({ source }) => source === "screen");
  const cameras = videos.filter(({ source }) => source === "camera");
  return (
    <section aria-label={t("room.pictures")} className="grid gap-2">
      {screens.map((video) => (
        <Picture
          key={video.identity}
          video={video}
          label={t("room.screenOf", { name: nameOf(video.identity) })}
        />
      ))}
      {cameras.length === 0 ? null : (
        <div className={cameraRow({ beside: screens.length > 0 ? "screen" : "nothing" })}>
          {cameras.map((video) => (
            <Picture
              key={video.identity}
              video={video}
              label={t("room.cameraOf", { name: nameOf(video.identity) })}
            />
          ))}
        </div>
      )}
      <p className="text-xs text-ink-muted">{t("room.notRecordedPicture")}</p>
    </section>
  );
}

function Picture({ video: { track, source }, label }: { video: RoomVideo; label: string }) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const shown = element.current;
    if (shown === null) return undefined;
    track.attach(shown);
    return () => {
      track.detach(shown);
    };
  }, [track]);
  return (
    <figure className="relative overflow-hidden rounded-panel border border-line bg-surface-sunken">
      <video
        ref={element}
        muted
        autoPlay
        playsInline
        aria-label={label}
        className={
          source === "screen"
            ? "block max-h-[70dvh] w-full object-contain"
            : "block aspect-video w-full object-cover"
        }
      />
      <figcaption className="absolute bottom-1.5 left-1.5 rounded-chip bg-surface-raised px-1.5 py-0.5 text-2xs text-ink">
        {label}
      </figcaption>
    </figure>
  );
}
