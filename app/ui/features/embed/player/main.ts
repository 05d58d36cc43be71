import "./player.css";
import type { Lane, PlayerData } from "../player-data.ts";
import { type Channel, openChannel } from "./channel.ts";
import { followHeard } from "./heard.ts";
import { speakParley } from "./parley-messages.ts";
import { speakPlayerJs } from "./player-js.ts";
import { openSound } from "./sound.ts";
import { showWords } from "./words.ts";

/** Seconds of the buttons, and of the arrows. */
const JUMP = 10;
const STEP = 5;
const RATES = [1, 1.25, 1.5, 2, 0.75];
/** What the frame would like to be, in CSS pixels. */
const HEIGHT = { closed: 360, open: 560 };
const REMEMBERED = "parley-embed-transcript";

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
};

/** A frame without an origin of its own has no storage, and remembers nothing. */
const storage = {
  get: (): string | null => {
    try {
      return sessionStorage.getItem(REMEMBERED);
    } catch {
      return null;
    }
  },
  set: (value: string): void => {
    try {
      sessionStorage.setItem(REMEMBERED, value);
    } catch {
      // Nothing is kept.
    }
  },
};

function start(root: HTMLElement): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page that carries this script wrote it
  const data = JSON.parse(root.dataset["player"] ?? "{}") as PlayerData;
  const part = (name: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(`[data-part="${name}"]`);
    if (!found) throw new Error(`no part ${name}`);
    return found;
  };
  const audio = root.querySelector("audio");
  const position = root.querySelector("input");
  if (!audio || !position) return;
  const note = part("note");
  const { texts, duration } = data;
  const fail = (code: "ended" | "unplayable") => {
    note.textContent = texts[code];
    if (code === "ended") root.dataset["state"] = "ended";
    playerJs.fail(code === "ended" ? -1 : 1, code);
    parley.fail(code);
  };
  const sound = openSound(audio, data, {
    onEnd: () => fail("ended"),
    onBroken: () => fail("unplayable"),
  });

  let lane: Lane | null = null;
  const setLane = (wanted: Lane | null) => {
    lane = wanted;
    root.dataset["lane"] = wanted ?? "";
    parley.changed();
  };
  const toggle = () => void (audio.paused ? sound.play() : sound.pause());
  const jump = (seconds: number) => sound.seek(sound.time() + seconds);
  const mute = () => {
    audio.muted = !audio.muted;
  };
  const setRate = (rate: number) => {
    audio.defaultPlaybackRate = rate;
    audio.playbackRate = rate;
  };
  const nextRate = () =>
    setRate(RATES[(RATES.indexOf(audio.playbackRate) + 1) % RATES.length] ?? 1);
  const fullScreen = () =>
    void (document.fullscreenElement
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen().catch(() => undefined));

  const words =
    data.words === null
      ? null
      : showWords(sound, data, { caption: part("caption"), list: part("list") }, (one) =>
          parley.segment(one),
        );
  let isOpen = false;
  const openTranscript = (wanted: boolean) => {
    if (!words || wanted === isOpen) return;
    isOpen = wanted;
    part("list").hidden = !wanted;
    root.dataset["open"] = wanted ? "words" : "";
    part("words").setAttribute("aria-expanded", String(wanted));
    if (wanted) words.open();
    else words.close();
    storage.set(wanted ? "1" : "0");
    parley.resize(wanted ? HEIGHT.open : HEIGHT.closed);
  };

  let channel: Channel | null = null;
  const speak = (): Channel => channel ?? { send: () => undefined };
  const playerJs = speakPlayerJs(speak, sound, duration);
  const parley = speakParley(speak, sound, {
    ...{ setLane, lane: () => lane, openTranscript, isTranscriptOpen: () => isOpen, duration },
  });
  channel = openChannel(data.origins, {
    "player.js": playerJs.receive,
    parley: parley.receive,
  });

  const time = part("time");
  const show = () => {
    const at = sound.time();
    const share = duration > 0 ? at / duration : 0;
    root.style.setProperty("--at", String(share));
    time.textContent = clock(at);
    position.value = String(at);
    position.setAttribute("aria-valuetext", `${clock(at)} / ${clock(duration)}`);
  };
  const say = (name: "toggle" | "mute", text: string) =>
    part(name).setAttribute("aria-label", text);
  const showPlaying = () => {
    root.dataset["playing"] = audio.paused ? "" : "1";
    say("toggle", audio.paused ? texts.play : texts.pause);
  };
  audio.addEventListener("timeupdate", show);
  for (const name of ["play", "pause", "ended", "emptied"])
    audio.addEventListener(name, showPlaying);
  audio.addEventListener("volumechange", () => {
    root.dataset["muted"] = audio.muted || audio.volume === 0 ? "1" : "";
    say("mute", audio.muted ? texts.unmute : texts.mute);
  });
  audio.addEventListener("ratechange", () => {
    part("rate").textContent = `${audio.playbackRate}×`;
  });
  /** Four times a second is a jumping head. */
  const glide = () => {
    if (!audio.paused) show();
    requestAnimationFrame(glide);
  };
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) requestAnimationFrame(glide);

  const press = (name: string, run: () => void) => part(name).addEventListener("click", run);
  press("toggle", toggle);
  press("back", () => jump(-JUMP));
  press("forward", () => jump(JUMP));
  press("rate", nextRate);
  press("mute", mute);
  press("full", fullScreen);
  if (words) press("words", () => openTranscript(!isOpen));
  position.addEventListener("input", () => sound.seek(Number(position.value)));
  if (data.keyboard) {
    const keys: Record<string, () => void> = {
      " ": toggle,
      k: toggle,
      j: () => jump(-JUMP),
      l: () => jump(JUMP),
      ArrowLeft: () => jump(-STEP),
      ArrowRight: () => jump(STEP),
      m: mute,
      c: () => openTranscript(!isOpen),
      f: fullScreen,
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      // A button is pressed by its own keys.
      if (event.key === " " && event.target instanceof HTMLButtonElement) return;
      const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
      if (!run) return;
      event.preventDefault();
      run();
    });
  }

  followHeard(sound, data);
  setLane(data.lane);
  show();
  playerJs.ready();
  parley.changed();
  if (data.transcript ?? storage.get() === "1") openTranscript(true);
  if (data.autoplay) void sound.play();
}

const root = document.querySelector<HTMLElement>("[data-player]");
if (root) start(root);
