import { cva } from "class-variance-authority";
import { Hand, MicOff, Pause } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "#app/i18n/translation.tsx";
import type { LiveMark, LivePerson } from "#app/core/domain/live/live-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { Face } from "#app/ui/components/primitive/face.tsx";
import { Icon } from "#app/ui/components/primitive/icon.tsx";
import { voiceOf as sideOf } from "#app/ui/features/player/speaker.ts";
import { useThemeTick } from "#app/ui/features/player/use-theme-tick.ts";
import { useWidth } from "#app/ui/features/player/use-width.ts";
import {
  drawLiveLanes,
  LANE_HEIGHT,
  minuteTicks,
  windowAt,
} from "#app/ui/features/capture/draw-live-lanes.ts";
import { useReducedMotion } from "#app/ui/features/capture/use-reduced-motion.ts";
import type { VoiceNow } from "../room/voice-now.ts";
import { factOf } from "./lane-fact.ts";
import { elapsedMs, type LiveStore } from "./live-store.ts";

/** Ten pictures a second are enough for three pixels' worth of time. */
const EVERY_MS = 100;
const STILL_EVERY_MS = 1_000;

type Props = {
  store: LiveStore;
  people: readonly LivePerson[];
  marks: readonly LiveMark[];
  /** The participant who looks. */
  ownId: string | null;
  /** What the room says of a person right now, which is sooner than the stream. */
  voiceOf: (person: LivePerson) => VoiceNow;
  /** How loud an identity is this moment; null for who is not in the room. */
  levelOf: ((identity: string) => number) | null;
};

/** The voices of the call on one clock, moving left; now is at the right edge. */
export function LiveLanes({ store, people, marks, ownId, voiceOf, levelOf }: Props) {
  const { t } = useTranslation("live");
  return (
    <section
      aria-label={t("lanes.label")}
      className="grid grid-cols-[108px_minmax(0,1fr)] px-3.5 pt-2.5 desk:grid-cols-[196px_minmax(0,1fr)]"
    >
      <ul aria-label={t("people.title")}>
        {people.map((person) => (
          <LaneHead
            key={person.participantId}
            person={person}
            isOwn={person.participantId === ownId}
            voice={voiceOf(person)}
            levelOf={levelOf}
          />
        ))}
      </ul>
      <Voices store={store} people={people} marks={marks} />
    </section>
  );
}

function LaneHead({
  person,
  isOwn,
  voice,
  levelOf,
}: {
  person: LivePerson;
  isOwn: boolean;
  voice: VoiceNow;
  levelOf: Props["levelOf"];
}) {
  const { t } = useTranslation("live");
  const fact = factOf(person, isOwn, voice);
  const isUnheard = voice === "muted" || voice === "noMic";
  return (
    <li className="flex items-center gap-2 pr-2" style={{ height: LANE_HEIGHT }}>
      <span className="max-desk:hidden">
        <Face name={person.name} side={sideOf(person.side)} />
      </span>
      <span className="grid min-w-0 leading-tight">
        <span className="truncate text-sm font-medium" title={person.name}>
          {person.name}
        </span>
        <span className="flex min-w-0 items-center gap-1 text-2xs text-ink-muted">
          {person.isOnHold ? <Icon of={Pause} /> : isUnheard ? <Icon of={MicOff} /> : null}
          {!person.isRecorded ? <Icon of={Hand} /> : null}
          <span className="truncate" title={t(fact)}>
            {t(fact)}
          </span>
        </span>
        {levelOf === null ? null : <LevelLine person={person} levelOf={levelOf} />}
      </span>
    </li>
  );
}

const lineLook = cva("block h-full origin-left rounded-full", {
  variants: { side: { R: "bg-us", C: "bg-them" } },
});

/** The level of this moment, a second before it reaches the lane: that a microphone works is seen at once. */
function LevelLine({
  person: { identities, side },
  levelOf,
}: {
  person: LivePerson;
  levelOf: (identity: string) => number;
}) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const level = Math.max(0, ...identities.map(levelOf));
      if (line.current !== null) line.current.style.transform = `scaleX(${level})`;
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [identities, levelOf]);
  return (
    <span
      aria-hidden
      className="mt-1 block h-[2px] w-full max-w-[110px] overflow-hidden rounded-full bg-line"
    >
      <span ref={line} className={lineLook({ side })} style={{ transform: "scaleX(0)" }} />
    </span>
  );
}

function Voices({ store, people, marks }: Pick<Props, "store" | "people" | "marks">) {
  const { t } = useTranslation("live");
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(box);
  const theme = useThemeTick();
  const isStill = useReducedMotion();
  const { duration } = useFormat();
  const gaps = useMemo(
    () => marks.filter(({ kind }) => kind === "pause" || kind === "gap"),
    [marks],
  );
  useEffect(() => {
    const sheet = canvas.current;
    if (sheet === null || widthPx === 0) return undefined;
    const style = getComputedStyle(sheet);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const lanes = people.map((person) => ({
      track: store.track(person.participantId),
      colour: colour(person.side === "R" ? "--us" : "--them"),
      arrivedMs: person.arrivedMs,
    }));
    const [line, hatch] = [colour("--line"), colour("--line-strong")];
    const draw = () => {
      if (document.visibilityState === "hidden") return;
      const view = windowAt(elapsedMs(store.get(), Date.now()) ?? 0, widthPx);
      drawLiveLanes(sheet, { widthPx, view, lanes, gaps, line, hatch });
      writeTicks(ruler, minuteTicks(view, widthPx), duration);
    };
    draw();
    const timer = setInterval(draw, isStill ? STILL_EVERY_MS : EVERY_MS);
    return () => clearInterval(timer);
  }, [store, people, gaps, widthPx, theme, isStill, duration]);
  return (
    <div ref={box} className="min-w-0">
      <div className="relative" style={{ height: people.length * LANE_HEIGHT }}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={t("lanes.picture")}
          className="absolute inset-0 size-full"
        />
      </div>
      <div
        ref={ruler}
        aria-hidden
        className="relative h-6 overflow-hidden font-mono text-2xs text-ink-muted"
      />
    </div>
  );
}

/** The times under the lanes, moved by hand: they change with every picture. */
function writeTicks(
  ruler: RefObject<HTMLDivElement>,
  ticks: readonly { x: number; ms: number }[],
  say: (ms: number) => string,
): void {
  const row = ruler.current;
  if (row === null) return;
  while (row.childElementCount > ticks.length) row.lastElementChild?.remove();
  while (row.childElementCount < ticks.length) {
    const label = document.createElement("span");
    label.className = "absolute top-0.5";
    row.append(label);
  }
  ticks.forEach(({ x, ms }, at) => {
    const label = row.children[at];
    if (!(label instanceof HTMLElement)) return;
    label.textContent = say(ms);
    label.style.transform = `translateX(calc(${x}px - 50%))`;
    // A label that is cut off at an edge says a wrong time.
    label.style.visibility = x < 16 || x > row.clientWidth - 16 ? "hidden" : "visible";
  });
}
