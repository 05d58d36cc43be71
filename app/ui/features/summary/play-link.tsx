import { cva } from "class-variance-authority";
import type { MouseEvent, ReactNode } from "react";
import type { Side } from "#app/core/domain/views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { ClipThis } from "#app/ui/features/player/clip-this.tsx";
import { useHasSound } from "#app/ui/features/player/player-context.tsx";
import { usePlayFrom } from "#app/ui/features/player/use-play-from.ts";
import { speakerName, voiceOf } from "../player/speaker.ts";

type LinkProps = {
  atMs: number;
  href: string;
  className: string;
  /** What a press does, for the pointer. */
  title?: string;
  children: ReactNode;
};

/** A link to a place of the call; a press plays it here, with a key held it is an ordinary link. */
export function PlayLink({ atMs, href, children, ...rest }: LinkProps) {
  const playFrom = usePlayFrom();
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    playFrom(atMs);
  };
  return (
    <a {...rest} href={href} onClick={play}>
      {children}
    </a>
  );
}

const chip = cva(
  "inline-block rounded-chip border border-line px-[5px] py-[3px] font-mono text-2xs leading-none font-medium whitespace-nowrap",
  { variants: { side: { us: "text-us-ink", them: "text-them-ink", none: "text-ink-soft" } } },
);

type QuoteProps = {
  /** The words as they were said. */
  text: string;
  /** Muted, under the words: the rule, a doubt. */
  notes?: readonly string[];
  atMs: number;
  endMs: number;
  name: string;
  side: Side | null;
  hrefAt: (ms: number) => string;
};

/** A sentence of the call with its place, all of it one link that plays it; beside it, what makes a clip of it. */
export function QuoteLink({ text, notes = [], atMs, endMs, name, side, hrefAt }: QuoteProps) {
  const { t } = useTranslation("common");
  const hasSound = useHasSound();
  const format = useFormat();
  const said = { time: format.duration(atMs), name: firstName(speakerName(t, name)) };
  return (
    <div className="flex items-start gap-1">
      <PlayLink
        atMs={atMs}
        title={t(hasSound ? "citation.play" : "citation.go", said)}
        href={hrefAt(atMs)}
        className="group block min-w-0 grow rounded-mark text-base focus-visible:outline-offset-2"
      >
        <q className="break-words underline-offset-3 group-hover:underline">{text}</q>
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={chip({ side: voiceOf(side) })}>
            {said.time} {said.name}
          </span>
          {notes.length === 0 ? null : (
            <span className="text-xs text-ink-muted">{notes.join(" · ")}</span>
          )}
        </span>
      </PlayLink>
      <ClipThis t0Ms={atMs} t1Ms={endMs} title={text} />
    </div>
  );
}

/** Given name in English, family name in Japanese: the first part of how the name is written. */
const firstName = (name: string): string => name.split(/[\s\u3000]/u)[0] ?? "";
