import { Check, FastForward, Pause, Play, Rewind } from "lucide-react";
import { useRef } from "react";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Menu } from "#app/ui/components/primitive/menu.tsx";
import { usePlayer, usePlayerState, usePosition } from "./player-context.tsx";
import { RATES, rateText } from "./player-settings.ts";

/** Controls that a member's player and a visitor's have in common; `tall` ones are for a thumb. */
type Size = { size?: "small" | "tall" };

export function PlayButton({ size = "small" }: Size) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const isWaiting = usePlayerState((state) => state.isWaiting);
  const Glyph = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={t(isPlaying ? "pause" : "play")}
      aria-busy={isWaiting}
      title={t(isPlaying ? "pause" : "play")}
      onClick={store.toggle}
      className={`grid shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-hover aria-busy:opacity-70 ${size === "tall" ? "size-11" : "size-[34px] pointer-coarse:size-10"}`}
    >
      <Glyph
        size={size === "tall" ? 18 : 16}
        strokeWidth={1.75}
        className="fill-current"
        aria-hidden
      />
    </button>
  );
}

/** 12:34 / 31:00, written to the page without a render. */
export function Position() {
  const { t } = useTranslation("player");
  const format = useFormat();
  const durationMs = usePlayerState((state) => state.durationMs);
  const now = useRef<HTMLSpanElement>(null);
  usePosition((ms) => {
    const text = format.duration(ms);
    if (now.current && now.current.textContent !== text) now.current.textContent = text;
  });
  return (
    <span className="font-mono text-base leading-none font-medium whitespace-nowrap">
      <span className="sr-only">{t("at")} </span>
      <span ref={now}>{format.duration(0)}</span>
      <span className="font-normal text-ink-muted max-[23rem]:hidden">
        {" "}
        / {format.duration(durationMs)}
      </span>
    </span>
  );
}

export function Jump({ seconds, size = "small" }: Size & { seconds: number }) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const count = Math.abs(seconds);
  return (
    <Button
      tone="quiet"
      {...(size === "tall" && { size })}
      icon={seconds < 0 ? Rewind : FastForward}
      aria-label={t(seconds < 0 ? "back" : "forward", { n: count })}
      onClick={() => store.seekBy(seconds * 1000)}
    >
      <span
        aria-hidden
        className={size === "tall" ? "font-mono text-sm" : "max-desk:hidden @max-[70rem]:hidden"}
      >
        {count}
      </span>
    </Button>
  );
}

export function SpeedMenu({ size = "small" }: Size) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const rate = usePlayerState((state) => state.settings.rate);
  return (
    <Menu
      align={size === "tall" ? "end" : "start"}
      trigger={
        <Button
          {...(size === "tall" && { size })}
          aria-label={t("speedIs", { rate: rateText(rate) })}
        >
          {rateText(rate)}
        </Button>
      }
      groups={[
        RATES.map((choice) => ({
          label: rateText(choice),
          ...(choice === rate ? { icon: Check } : {}),
          onSelect: () => store.rate(choice),
        })),
      ]}
    />
  );
}
