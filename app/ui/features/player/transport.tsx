import { type ReactNode, useCallback, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import { CopyLink } from "./copy-link.tsx";
import { KeySheet } from "./key-sheet.tsx";
import type { Layer } from "./layers.ts";
import { MoreMenu, LayerMenu, VolumeMenu } from "./more-menu.tsx";
import { MomentSteps, useMomentSteps } from "./moment-steps.tsx";
import type { MomentMark } from "./moment-marks.ts";
import { usePlayerState, usePosition } from "./player-context.tsx";
import { SkipSilence } from "./skip-silence.tsx";
import type { CallLink } from "./use-copy-link.ts";
import { Jump, PlayButton, Position, SpeedMenu } from "./transport-parts.tsx";
import { useFlash, useTransportKeys } from "./use-transport-keys.ts";

export type TransportProps = {
  layers: readonly Layer[];
  /** Questions, topics and promises, in the order of the call. */
  moments: readonly MomentMark[];
  link: CallLink;
  /** What the page puts after the speed. */
  beside: ReactNode;
};

/**
 * The controls. Wide, they close the timeline's panel and stick to the top when it scrolls away;
 * on a phone they stay at the bottom of the screen. Where they have little room, "…" holds what is used less.
 * The parent must be a block as long as the page.
 */
export function Transport({ layers, moments, link, beside }: TransportProps) {
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
        {beside}
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
