import { useFetcher } from "@remix-run/react";
import { Pause, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { DEFAULT_SETTINGS } from "#app/core/domain/account/player-settings.ts";
import type { RangeMs } from "#app/core/domain/views.ts";
import type { Evidence } from "#app/core/pages/home-views.ts";
import { useFormat } from "#app/i18n/place.tsx";
import { useTranslation } from "#app/i18n/translation.tsx";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/components/primitive/button.tsx";
import { TextLink } from "#app/ui/components/primitive/text-link.tsx";
import {
  PlayerProvider,
  useHasSound,
  usePlayer,
  usePlayerState,
  usePosition,
} from "./player-context.tsx";

type Props = {
  callId: string;
  /** Of the call, for the system's own media controls. */
  title: string;
  t0Ms: number;
  /** Null: a moment. */
  t1Ms: number | null;
  /** It was asked to be heard, not only shown. */
  startsAtOnce?: boolean;
};

/** A moment or a range of a call, played and read where it is spoken of. What is heard counts as heard of the call. */
export default function EvidencePlayer({ callId, title, t0Ms, t1Ms, startsAtOnce = false }: Props) {
  const { t } = useTranslation("player");
  const { load, data } = useFetcher<Evidence>();
  useEffect(() => load(paths.evidence(callId, { t: t0Ms, end: t1Ms })), [load, callId, t0Ms, t1Ms]);
  if (data === undefined || !("range" in data))
    return (
      <p role="status" className="text-xs text-ink-muted">
        {t("evidence.loading")}
      </p>
    );
  return (
    <PlayerProvider
      call={{ title, durationMs: data.durationMs }}
      heardUrl={paths.heard(callId)}
      mixUrl={data.mixUrl}
      videoUrl={null}
      lanes={[]}
      silences={[]}
      settings={DEFAULT_SETTINGS}
      startMs={data.range.t0Ms}
      endMs={data.range.t1Ms}
    >
      <section
        aria-label={t("evidence.label", { title })}
        className="overflow-hidden rounded-control border border-line bg-surface"
      >
        <Lanes evidence={data} />
        <Lines lines={data.lines} />
        <Controls evidence={data} startsAtOnce={startsAtOnce} />
      </section>
    </PlayerProvider>
  );
}

const COLOUR = { R: "bg-us", C: "bg-them", none: "bg-ink-muted" };
const INK = { R: "text-us-ink", C: "text-them-ink", none: "text-ink-soft" };

/** Who speaks when, drawn from the words. */
function Lanes({ evidence: { lines, range } }: { evidence: Evidence }) {
  const { t } = useTranslation("common");
  const head = useRef<HTMLSpanElement>(null);
  const percent = (ms: number) => ((ms - range.t0Ms) / (range.t1Ms - range.t0Ms)) * 100;
  usePosition((ms) => {
    if (head.current) head.current.style.left = `${Math.min(100, Math.max(0, percent(ms)))}%`;
  });
  const voices = [...Map.groupBy(lines, ({ name, side }) => `${side ?? "none"} ${name}`)];
  if (voices.length === 0) return null;
  return (
    <div aria-hidden className="grid grid-cols-[6rem_minmax(0,1fr)] px-3 py-2">
      <div className="grid">
        {voices.map(([voice, [line]]) => (
          <span key={voice} className="h-7 truncate text-xs leading-7 text-ink-soft">
            {line?.name === "" ? t("side.everybody") : line?.name}
          </span>
        ))}
      </div>
      <div className="relative grid">
        {voices.map(([voice, said]) => (
          <span key={voice} className="relative h-7 border-line not-last:border-b">
            {said.map(({ t0Ms, t1Ms, side }) => (
              <span
                key={t0Ms}
                className={`absolute top-2 bottom-2 rounded-chip ${COLOUR[side ?? "none"]}`}
                style={{
                  left: `${percent(t0Ms)}%`,
                  width: `max(2px, ${percent(t1Ms) - percent(t0Ms)}%)`,
                }}
              />
            ))}
          </span>
        ))}
        <span ref={head} className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: "0%" }} />
      </div>
    </div>
  );
}

function Lines({ lines }: { lines: Evidence["lines"] }) {
  const { t } = useTranslation("common");
  if (lines.length === 0) return null;
  return (
    <ul className="grid max-h-48 gap-1 overflow-y-auto border-t border-line px-3 py-2 text-sm">
      {lines.map(({ name, side, text, t0Ms }) => (
        <li key={`${t0Ms} ${name}`}>
          <span className={`mr-1.5 text-xs font-medium ${INK[side ?? "none"]}`}>
            {name === "" ? t("side.everybody") : name}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}

function Controls({
  evidence: { callId, range },
  startsAtOnce,
}: {
  evidence: Evidence;
  startsAtOnce: boolean;
}) {
  const { t } = useTranslation("player");
  const { duration } = useFormat();
  const store = usePlayer();
  const hasSound = useHasSound();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const hasFailed = usePlayerState((state) => state.hasFailed);
  const hasStarted = useRef(!startsAtOnce || !hasSound);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    store.toggle();
  }, [store]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-3 py-2 text-sm">
      {hasSound ? (
        <Button size="small" icon={isPlaying ? Pause : Play} onClick={() => store.toggle()}>
          {t(isPlaying ? "pause" : "play")}
        </Button>
      ) : (
        <span className="text-xs text-ink-muted">{t("evidence.silent")}</span>
      )}
      <Clock range={range} />
      {hasFailed ? (
        <span role="alert" className="text-xs text-danger">
          {t("failed")}
        </span>
      ) : null}
      <span className="ml-auto text-xs">
        <TextLink to={paths.playback(callId, { t: Math.floor(range.t0Ms / 1000) })}>
          {t("evidence.open", { time: duration(range.t0Ms) })}
        </TextLink>
      </span>
    </div>
  );
}

function Clock({ range }: { range: RangeMs }) {
  const { duration } = useFormat();
  const now = useRef<HTMLElement>(null);
  usePosition((ms) => {
    if (now.current) now.current.textContent = duration(Math.max(range.t0Ms, ms));
  });
  return (
    <span className="font-mono text-xs">
      <b ref={now} className="font-medium">
        {duration(range.t0Ms)}
      </b>{" "}
      <span className="text-ink-muted">/ {duration(range.t1Ms)}</span>
    </span>
  );
}
