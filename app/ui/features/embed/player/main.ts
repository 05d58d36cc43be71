import "./player.css";
import type { Lane, PlayerData } from "../player-data.ts";
import { type Channel, openChannel } from "./channel.ts";
import { clock } from "./clock.ts";
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
/** Codes of player.js: what the player cannot mend, and what may be tried again. */
const [OVER, UNPLAYABLE] = [-1, 1];
const READY_AGAIN_MS = [1_000, 3_000, 10_000];

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
  const parts = new Map(
    [...root.querySelectorAll<HTMLElement>("[data-part]")].map((one) => [one.dataset["part"], one]),
  );
  const part = (name: string): HTMLElement => {
    const found = parts.get(name);
    if (!found) throw new Error(`no part ${name}`);
    return found;
  };
  const audio = root.querySelector("audio");
  const position = root.querySelector("input");
  if (!audio || !position) return;
  const note = part("note");
  const { texts, duration } = data;
  /** The neutral panel in the place of all that does nothing any more; its drawing came with the page. */
  const showPanel = (text: string) => {
    const panel = part("panel");
    panel.hidden = false;
    for (const other of [...root.children]) if (other !== panel) other.remove();
    // What is written after its place was there is read aloud.
    panel.append(Object.assign(document.createElement("p"), { textContent: text }));
    root.tabIndex = -1;
    if (document.hasFocus()) root.focus();
  };
  const sound = openSound(audio, data, {
    onEnd: () => {
      showPanel(texts.ended);
      playerJs.fail(OVER, "ended");
      parley.fail("ended");
    },
    onBroken: () => {
      note.textContent = texts.unplayable;
      playerJs.fail(UNPLAYABLE, "unplayable");
      parley.fail("unplayable");
    },
    onRefused: () => {
      playerJs.fail(OVER, "autoplay");
      parley.fail("autoplay");
    },
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
    const isSilent = audio.muted || audio.volume === 0;
    audio.muted = !isSilent;
    if (isSilent && audio.volume === 0) audio.volume = 1;
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
    if (!words || wanted === isOpen || sound.isOver()) return;
    isOpen = wanted;
    if (!wanted && part("list").contains(document.activeElement)) part("words").focus();
    part("list").hidden = !wanted;
    root.dataset["open"] = wanted ? "words" : "";
    part("words").setAttribute("aria-expanded", String(wanted));
    if (wanted) words.open();
    else words.close();
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
  const say = (name: "toggle" | "mute" | "rate", text: string) =>
    part(name).setAttribute("aria-label", text);
  const showPlaying = () => {
    root.dataset["playing"] = audio.paused ? "" : "1";
    say("toggle", audio.paused ? texts.play : texts.pause);
  };
  audio.addEventListener("timeupdate", show);
  for (const name of ["play", "pause", "ended", "emptied"])
    audio.addEventListener(name, showPlaying);
  audio.addEventListener("playing", () => {
    note.textContent = "";
  });
  audio.addEventListener("volumechange", () => {
    root.dataset["muted"] = audio.muted || audio.volume === 0 ? "1" : "";
    say("mute", root.dataset["muted"] === "1" ? texts.unmute : texts.mute);
  });
  audio.addEventListener("ratechange", () => {
    part("rate").textContent = `${audio.playbackRate}×`;
    say("rate", `${texts.rate} ${audio.playbackRate}×`);
  });
  /** Four times a second is a jumping head. */
  const glide = () => {
    show();
    if (!audio.paused) requestAnimationFrame(glide);
  };
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
    audio.addEventListener("playing", glide);

  const press = (name: string, run: () => void) => part(name).addEventListener("click", run);
  press("toggle", toggle);
  press("back", () => jump(-JUMP));
  press("forward", () => jump(JUMP));
  press("rate", nextRate);
  press("mute", mute);
  press("full", fullScreen);
  const pressTranscript = () => {
    openTranscript(!isOpen);
    // What was pressed is remembered, not what an address or a page asked for.
    storage.set(isOpen ? "1" : "0");
  };
  if (words) press("words", pressTranscript);
  part("full").hidden = !document.fullscreenEnabled;
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
      c: pressTranscript,
      f: fullScreen,
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (sound.isOver()) return;
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
  // A page may load its library after the frame, which then waits for a word.
  for (const afterMs of READY_AGAIN_MS) setTimeout(() => playerJs.ready(), afterMs);
  if (data.transcript ?? storage.get() === "1") openTranscript(true);
  if (data.autoplay) void sound.play();
}

const root = document.querySelector<HTMLElement>("[data-player]");
if (root) start(root);
