import {
  Captions,
  FastForward,
  Maximize,
  Pause,
  Play,
  Rewind,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { EmbedShown, EmbedView } from "#app/core/pages/embed-views.ts";
import { useTranslation } from "#app/i18n/translation.tsx";
import { fullLevel, type LanePaint, laneBars, laneLevels } from "../player/draw-lanes.ts";
import { clock } from "./player/clock.ts";
import type { PlayerData, PlayerTexts } from "./player-data.ts";

type Props = {
  view: EmbedView;
  language: string;
  nonce: string;
  files: { script: string; style: string };
};

/** Width and height of the drawing of a lane: it is stretched to whatever room there is. */
const WIDE = 540;
const HIGH = 40;

/** The whole page of a player on another site, drawn by the server; its script is no part of the app's. */
export function EmbedDocument({ view, language, nonce, files }: Props) {
  const { t } = useTranslation("embed");
  const { t: incomplete } = useTranslation("incomplete");
  const { shown } = view;
  return (
    <html lang={language} data-theme={view.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="responsive-embedded-sizing" content="true" />
        <title>{shown?.title ?? t("call")}</title>
        <link rel="stylesheet" href={files.style} />
        {shown === null ? null : <script src={files.script} nonce={nonce} defer />}
      </head>
      <body>
        {shown === null ? (
          <Note
            text={view.note === "incomplete" ? incomplete("title") : t(view.note ?? "unavailable")}
          />
        ) : (
          <Player shown={shown} keyboard={view.keyboard} />
        )}
      </body>
    </html>
  );
}

const Note = ({ text }: { text: string }) => (
  <main className="emb">
    <div className="no">
      <DashedLanes />
      <p>{text}</p>
    </div>
  </main>
);

const DashedLanes = () => (
  <svg viewBox="0 0 180 36" aria-hidden>
    <path d="M0 9h180M0 27h180" />
  </svg>
);

function Player({ shown, keyboard }: { shown: EmbedShown; keyboard: boolean }) {
  const { t } = useTranslation("embed");
  const texts: PlayerTexts = {
    ...{ play: t("play"), pause: t("pause"), mute: t("mute"), unmute: t("unmute") },
    ...{ position: t("position"), rate: t("rate"), ended: t("ended") },
    ...{ unplayable: t("unplayable"), wordsFailed: t("wordsFailed") },
    // As its lane is called: the reader is no member.
    ...{ us: shown.workspace, them: t("them") },
  };
  const data: PlayerData = {
    ...{ sound: shown.soundUrl, words: shown.wordsUrl, pulse: shown.pulseUrl },
    ...{ heard: shown.heardUrl, signature: shown.signature, duration: shown.durationMs / 1_000 },
    ...{ start: shown.startMs / 1_000, end: shown.endMs === null ? null : shown.endMs / 1_000 },
    ...{ autoplay: shown.autoplay, lane: shown.lane, transcript: shown.transcript, keyboard },
    ...{ origins: shown.origins, texts },
  };
  const title = shown.title ?? t("call");
  return (
    <main
      className="emb"
      aria-label={`${t("player")}: ${title}`}
      data-player={JSON.stringify(data)}
      data-lane={shown.lane ?? ""}
    >
      <div className="in">
        <div className="head">
          <b>{title}</b>
          <span>{shown.workspace}</span>
        </div>
        <div className="body">
          <Lanes shown={shown} />
          {shown.wordsUrl === null ? null : <p className="cap" data-part="caption" />}
        </div>
        <p className="note" data-part="note" role="status" />
        <Foot shown={shown} />
        {/* After the button that opens it, for keys; drawn above it. */}
        {shown.wordsUrl === null ? null : (
          <div
            className="list"
            data-part="list"
            id="words"
            role="region"
            aria-label={t("transcript")}
            hidden
          />
        )}
      </div>
      <div className="no" data-part="panel" role="status" hidden>
        <DashedLanes />
      </div>
      {/* The words are on the same page. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio data-part="audio" preload="none" />
      <noscript>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <audio className="plain" controls preload="none" src={shown.signedSoundUrl} />
      </noscript>
    </main>
  );
}

function Lanes({ shown }: { shown: EmbedShown }) {
  const { t } = useTranslation("embed");
  const { durationMs } = shown;
  const levels = shown.lanes.map(({ peaks }) =>
    laneLevels({ peaks, offsetMs: 0 }, { durationMs, widthPx: WIDE }),
  );
  const full = fullLevel(levels);
  return (
    <div className="lanes">
      {shown.lanes.map(({ lane, name }, at) => {
        const path = pathOf(laneBars(levels[at] ?? new Float32Array(0), full));
        const label = name ?? t(lane ?? "everyone");
        return (
          <div key={lane ?? "all"} className="lane" data-side={lane ?? ""}>
            <b title={label}>{label}</b>
            <div className="wave">
              <Wave path={path} kind="rest" />
              <Wave path={path} kind="done" />
            </div>
          </div>
        );
      })}
      <input
        className="seek"
        data-part="position"
        type="range"
        min={0}
        max={durationMs / 1_000}
        step={0.1}
        defaultValue={shown.startMs / 1_000}
        aria-label={t("position")}
      />
      <i className="head-line" aria-hidden />
    </div>
  );
}

const pathOf = (bars: LanePaint["bars"]): string =>
  bars
    .map(({ x, height }) => `M${x} ${((HIGH - height) / 2).toFixed(1)}h2v${height.toFixed(1)}h-2z`)
    .join("");

const Wave = ({ path, kind }: { path: string; kind: "rest" | "done" }) => (
  <svg className={kind} viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden>
    {kind === "rest" ? <line x1={0} x2={WIDE} y1={HIGH / 2} y2={HIGH / 2} /> : null}
    <path d={path} fill="currentColor" />
  </svg>
);

function Foot({ shown }: { shown: EmbedShown }) {
  const { t } = useTranslation("embed");
  return (
    <div className="foot">
      <button type="button" className="go" data-part="toggle" aria-label={t("play")}>
        <Play className="off" aria-hidden />
        <Pause className="on" aria-hidden />
      </button>
      <span className="clock">
        <span data-part="time">{clock(shown.startMs / 1_000)}</span>{" "}
        <small>/ {clock(shown.durationMs / 1_000)}</small>
      </span>
      <button type="button" className="bt wide" data-part="back" aria-label={t("back")}>
        <Rewind aria-hidden />
        10
      </button>
      <button type="button" className="bt wide" data-part="forward" aria-label={t("forward")}>
        <FastForward aria-hidden />
        10
      </button>
      <button
        type="button"
        className="bt"
        data-part="rate"
        aria-label={`${t("rate")} 1×`}
        title={t("rate")}
      >
        1×
      </button>
      {shown.wordsUrl === null ? null : (
        <button
          type="button"
          className="bt"
          data-part="words"
          aria-label={t("transcript")}
          aria-expanded={false}
          aria-controls="words"
        >
          <Captions aria-hidden />
        </button>
      )}
      <button type="button" className="bt sound" data-part="mute" aria-label={t("mute")}>
        <Volume2 className="off" aria-hidden />
        <VolumeX className="on" aria-hidden />
      </button>
      <button type="button" className="bt wide" data-part="full" aria-label={t("fullScreen")}>
        <Maximize aria-hidden />
      </button>
    </div>
  );
}
