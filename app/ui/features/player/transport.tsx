import {
  Check,
  ChevronsRight,
  FastForward,
  Link2,
  Pause,
  Play,
  Rewind,
  Volume2,
  VolumeX,
} from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { useFormat } from "#app/i18n/place.tsx";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { IconButton } from "#app/ui/components/primitive/icon-button.tsx";
import { Menu } from "#app/ui/components/primitive/menu.tsx";
import { Popover } from "#app/ui/components/primitive/popover.tsx";
import { Slider } from "#app/ui/components/primitive/slider.tsx";
import { useKeyAction } from "./key-actions.tsx";
import { KeySheet } from "./key-sheet.tsx";
import { LayerMenu } from "./layer-menu.tsx";
import type { Layer } from "./layers.ts";
import { usePlayer, usePlayerState, usePosition } from "./player-context.tsx";
import { RATES } from "./player-settings.ts";
import { useCopyLink } from "./use-copy-link.ts";

const VOLUME_STEP = 0.1;
const FLASH_MS = 1_000;

export type TransportProps = {
  layers: readonly Layer[];
  /** The page's address at a time of the call, for "Copy link". */
  hrefAt: (ms: number) => string;
};

/**
 * The controls. Wide, they close the timeline's panel and stick to the top when it scrolls away;
 * on a phone they stay at the bottom of the screen. The parent must be a block as long as the page.
 */
export function Transport({ layers, hrefAt }: TransportProps) {
  const { t } = useTranslation("player");
  const flash = useTransportKeys();
  const hasFailed = usePlayerState((state) => state.hasFailed);
  return (
    <section
      aria-label={t("controls")}
      data-sticks
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)] text-sm desk:sticky desk:top-(--under-top-bar,0px) desk:bottom-auto desk:rounded-b-panel desk:border"
    >
      <ProgressLine />
      <div className="flex items-center gap-1.5 px-3.5 py-2 desk:gap-2.5">
        <PlayButton />
        <Position />
        <Jump seconds={-10} />
        <Jump seconds={10} />
        <SpeedMenu />
        <SkipSilence />
        {hasFailed ? (
          <span role="alert" className="min-w-0 truncate text-danger">
            {t("failed")}
          </span>
        ) : null}
        <span className="grow" />
        <span className="hidden items-center gap-1 desk:flex">
          <CopyLink hrefAt={hrefAt} />
          <Volume />
          {layers.length === 0 ? null : <LayerMenu layers={layers} />}
        </span>
        <KeySheet />
      </div>
      <p
        role="status"
        className="pointer-events-none absolute bottom-full left-1/2 mb-3 -translate-x-1/2 rounded-control bg-ink px-3 py-1.5 font-mono text-lg text-surface-raised empty:hidden"
      >
        {flash}
      </p>
    </section>
  );
}

/** Keys of the transport; answers the speed that was just chosen, for a second. */
function useTransportKeys(): string {
  const { t } = useTranslation("player");
  const format = useFormat();
  const store = usePlayer();
  const [flash, setFlash] = useState("");
  useEffect(() => {
    if (flash === "") return undefined;
    const timer = setTimeout(() => setFlash(""), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);
  const faster = (step: number) => {
    store.rate(store.get().settings.rate + step);
    setFlash(rateText(store.get().settings.rate));
  };
  const louder = (step: number) => {
    store.volume(store.get().settings.volume + step);
    setFlash(t("volumeIs", { volume: format.percent(store.get().settings.volume) }));
  };
  useKeyAction("toggle", store.toggle);
  useKeyAction("back10", () => store.seekBy(-10_000));
  useKeyAction("forward10", () => store.seekBy(10_000));
  useKeyAction("back5", () => store.seekBy(-5_000));
  useKeyAction("forward5", () => store.seekBy(5_000));
  useKeyAction("slower", () => faster(-0.25));
  useKeyAction("faster", () => faster(0.25));
  useKeyAction("jumpTo", (digit) => store.seek((store.get().durationMs * digit) / 10));
  useKeyAction("mute", () => {
    store.mute(!store.get().settings.isMuted);
    setFlash(t(store.get().settings.isMuted ? "isMuted" : "isHeard"));
  });
  useKeyAction("louder", () => louder(VOLUME_STEP));
  useKeyAction("softer", () => louder(-VOLUME_STEP));
  useKeyAction("skipSilence", () => {
    store.skipSilence(!store.get().settings.isSkipping);
    setFlash(t(store.get().settings.isSkipping ? "skipsNow" : "playsAllNow"));
  });
  return flash;
}

const rateText = (rate: number) => `${rate}×`;

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
      <span className="max-desk:hidden">{size}</span>
    </Button>
  );
}

function CopyLink({ hrefAt }: Pick<TransportProps, "hrefAt">) {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const copyLink = useCopyLink(hrefAt);
  return (
    <IconButton icon={Link2} label={t("copyLink")} onClick={() => copyLink(store.positionMs())} />
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

function SkipSilence() {
  const { t } = useTranslation("player");
  const store = usePlayer();
  const isSkipping = usePlayerState((state) => state.settings.isSkipping);
  const savesMs = usePlayerState((state) => state.savesMs);
  const minutes = Math.round(savesMs / 60_000);
  const seconds = Math.round(savesMs / 1000);
  const saves =
    minutes > 0 ? t("savesMinutes", { count: minutes }) : t("savesSeconds", { count: seconds });
  return (
    <Button
      aria-pressed={isSkipping}
      icon={isSkipping ? Check : ChevronsRight}
      onClick={() => store.skipSilence(!isSkipping)}
    >
      <span className="max-desk:sr-only">{t("skipSilence")}</span>
      {seconds > 0 ? (
        <span className="font-normal text-ink-muted max-desk:sr-only">{saves}</span>
      ) : null}
    </Button>
  );
}

function Volume() {
  const { t } = useTranslation("player");
  const format = useFormat();
  const store = usePlayer();
  const volume = usePlayerState((state) => state.settings.volume);
  const isMuted = usePlayerState((state) => state.settings.isMuted);
  return (
    <Popover
      label={t("volume")}
      size="small"
      align="end"
      trigger={
        <IconButton icon={isMuted || volume === 0 ? VolumeX : Volume2} label={t("volume")} />
      }
    >
      <div className="flex items-center gap-3">
        <IconButton
          icon={isMuted ? VolumeX : Volume2}
          label={t("mute")}
          keys="M"
          aria-pressed={isMuted}
          onClick={() => store.mute(!isMuted)}
        />
        <Slider
          label={t("volume")}
          min={0}
          max={100}
          step={5}
          value={isMuted ? 0 : Math.round(volume * 100)}
          say={(value) => format.percent(value / 100)}
          onChange={(value) => store.volume(value / 100)}
        />
      </div>
    </Popover>
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
