import { Check, FastForward, Pause, Play, Rewind } from "lucide-react";
import { useCallback, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { Menu } from "#app/ui/components/primitive/menu.tsx";
import { CopyLink } from "./copy-link.tsx";
import { KeySheet } from "./key-sheet.tsx";
import type { Layer } from "./layers.ts";
import { MoreMenu, LayerMenu, VolumeMenu } from "./more-menu.tsx";
import { MomentSteps, useMomentSteps } from "./moment-steps.tsx";
import type { MomentMark } from "./moment-marks.ts";
import { usePlayer, usePlayerState, usePosition } from "./player-context.tsx";
import { RATES } from "./player-settings.ts";
import { SkipSilence } from "./skip-silence.tsx";
import type { CallLink } from "./use-copy-link.ts";
import { rateText, useFlash, useTransportKeys } from "./use-transport-keys.ts";

export type TransportProps = {
  layers: readonly Layer[];
  /** Questions, topics and promises, in the order of the call. */
  moments: readonly MomentMark[];
  link: CallLink;
};

/**
 * The controls. Wide, they close the timeline's panel and stick to the top when it scrolls away;
 * on a phone they stay at the bottom of the screen. Where they have little room, "…" holds what is used less.
 * The parent must be a block as long as the page.
 */
export function Transport({ layers, moments, link }: TransportProps) {
  const { t } = useTranslation("player");
  const [flash, say] = useFlash();
  useTransportKeys(say);
  const steps = useMomentSteps(moments, say);
  const hasFailed = usePlayerState((state) => state.hasFailed);
  return (
    <section
      aria-label={t("controls")}
      data-sticks="frame"
      className="@container fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] text-sm desk:sticky desk:top-(--under-top-bar,0px) desk:bottom-auto desk:rounded-b-panel desk:border"
    >
      <ProgressLine />
      <div className="flex items-center gap-1.5 px-3.5 py-2 whitespace-nowrap desk:gap-2">
        <PlayButton />
        <Position />
        <Jump seconds={-10} />
        <Jump seconds={10} />
        <SpeedMenu />
        <span className="hidden items-center gap-2 @min-[63rem]:flex">
          <SkipSilence />
          {steps === null ? null : <MomentSteps steps={steps} />}
        </span>
        {hasFailed ? (
          <span role="alert" className="min-w-0 truncate text-danger">
            {t("failed")}
          </span>
        ) : null}
        <span className="grow" />
        <span className="hidden items-center gap-1 @min-[63rem]:flex">
          <CopyLink link={link} />
          <VolumeMenu />
          {layers.length === 0 ? null : <LayerMenu layers={layers} />}
        </span>
        <KeySheet />
        <span className="@min-[63rem]:hidden">
          <MoreMenu layers={layers} steps={steps} link={link} />
        </span>
      </div>
      <p
        role="status"
        className="pointer-events-none absolute bottom-full left-1/2 mb-3 -translate-x-1/2 rounded-control bg-ink px-3 py-1.5 font-mono text-lg whitespace-nowrap text-surface-raised empty:hidden"
      >
        {flash}
      </p>
    </section>
  );
}

function PlayButton() {
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
      className="grid size-[34px] shrink-0 place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-hover aria-busy:opacity-70 pointer-coarse:size-10"
    >
      <Glyph size={16} strokeWidth={1.75} className="fill-current" aria-hidden />
    </button>
  );
}

/** 12:34 / 31:00, written to the page without a render. */
function Position() {
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

function Jump({ seconds }: { seconds: number }) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const size = Math.abs(seconds);
  return (
    <Button
      tone="quiet"
      icon={seconds < 0 ? Rewind : FastForward}
      aria-label={t(seconds < 0 ? "back" : "forward", { n: size })}
      onClick={() => store.seekBy(seconds * 1000)}
    >
      <span className="max-desk:hidden @max-[70rem]:hidden">{size}</span>
    </Button>
  );
}

function SpeedMenu() {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const rate = usePlayerState((state) => state.settings.rate);
  return (
    <Menu
      align="start"
      trigger={
        <Button aria-label={t("speedIs", { rate: rateText(rate) })}>{rateText(rate)}</Button>
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

/** On a phone the lanes scroll away; this line at the edge of the bar still says where we are. */
function ProgressLine() {
  const line = useRef<HTMLDivElement>(null);
  const durationMs = usePlayerState((state) => state.durationMs);
  const place = useCallback(
    (ms: number) => {
      if (line.current)
        line.current.style.transform = `scaleX(${durationMs === 0 ? 0 : ms / durationMs})`;
    },
    [durationMs],
  );
  usePosition(place);
  return (
    <div aria-hidden="true" className="absolute inset-x-0 -top-0.5 h-0.5 bg-line desk:hidden">
      <div ref={line} className="h-full origin-left bg-ink" />
    </div>
  );
}
