import type { PlayerData } from "../player-data.ts";
import type { Sound } from "./sound.ts";

type Word = [text: string, t0Ms: number, t1Ms: number, isSpaced: boolean];
export type Segment = {
  name: string;
  side: "R" | "C" | null;
  t0Ms: number;
  t1Ms: number;
  words: Word[];
};

export const textOf = ({ words }: Segment): string =>
  words.map(([text, , , isSpaced]) => (isSpaced ? " " : "") + text).join("");

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

type Parts = { caption: HTMLElement; list: HTMLElement };

/** The words: as a caption under the lanes while it plays, and as a list once that is opened. Fetched when first wanted. */
export function showWords(
  sound: Sound,
  data: PlayerData,
  { caption, list }: Parts,
  onSegment: (segment: Segment) => void,
) {
  let segments: Segment[] | null = null;
  let isFetching = false;
  let isListed = false;
  let shown = -1;
  let lit: Element | null = null;
  let marked: HTMLElement | null = null;

  const nameOf = ({ name, side }: Segment): string =>
    name !== "" ? name : side === "R" ? data.texts.us : side === "C" ? data.texts.them : "";
  const fetchWords = async (): Promise<void> => {
    if (data.words === null || segments !== null || isFetching) return;
    isFetching = true;
    const answer = await fetch(`${data.words}?s=${sound.signature()}`, {
      credentials: "omit",
    }).catch(() => null);
    isFetching = false;
    if (answer?.ok !== true) return;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
    segments = ((await answer.json()) as { segments: Segment[] }).segments;
    if (isListed) fill();
    follow();
  };
  const wordsInto = (into: HTMLElement, segment: Segment) => {
    for (const [text, , , isSpaced] of segment.words) {
      if (isSpaced) into.append(" ");
      const span = document.createElement("span");
      span.textContent = text;
      into.append(span);
    }
  };
  const fill = () => {
    if (segments === null || list.childElementCount > 0) return;
    for (const [at, segment] of segments.entries()) {
      const row = document.createElement("button");
      row.type = "button";
      row.dataset["at"] = String(at);
      row.dataset["side"] = segment.side ?? "";
      const time = document.createElement("time");
      time.textContent = clock(segment.t0Ms);
      const name = document.createElement("b");
      name.textContent = nameOf(segment);
      const said = document.createElement("span");
      said.textContent = textOf(segment);
      row.append(time, name, said);
      list.append(row);
    }
  };
  list.addEventListener("click", (event) => {
    const row = event.target instanceof Element ? event.target.closest("button") : null;
    const segment = segments?.[Number(row?.dataset["at"] ?? -1)];
    if (!segment) return;
    sound.seek(segment.t0Ms / 1_000);
    void sound.play();
  });
  /** The last one that has begun; −1 before the first. */
  const positionAt = (ms: number): number => {
    let low = 0;
    let high = segments?.length ?? 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((segments?.[middle]?.t0Ms ?? 0) <= ms) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const showSegment = (at: number) => {
    shown = at;
    lit = null;
    caption.replaceChildren();
    marked?.removeAttribute("aria-current");
    marked = list.querySelector<HTMLElement>(`[data-at="${at}"]`);
    const segment = segments?.[at];
    if (!segment) return;
    const name = document.createElement("small");
    name.textContent = nameOf(segment);
    caption.dataset["side"] = segment.side ?? "";
    const said = document.createElement("span");
    wordsInto(said, segment);
    caption.append(name, said);
    marked?.setAttribute("aria-current", "true");
    if (marked && isListed && !sound.audio.paused) list.scrollTop = marked.offsetTop - 8;
    onSegment(segment);
  };
  function follow(): void {
    if (segments === null) return;
    const ms = sound.time() * 1_000;
    const at = positionAt(ms);
    if (at !== shown) showSegment(at);
    const segment = segments[at];
    if (!segment) return;
    let word = -1;
    for (const [n, [, t0Ms]] of segment.words.entries()) if (t0Ms <= ms) word = n;
    const next = caption.lastElementChild?.children[word] ?? null;
    if (next === lit) return;
    lit?.classList.remove("w");
    next?.classList.add("w");
    lit = next;
  }
  sound.audio.addEventListener("timeupdate", follow);
  sound.audio.addEventListener("play", () => void fetchWords());
  return {
    open: () => {
      isListed = true;
      void fetchWords();
      fill();
    },
    close: () => {
      isListed = false;
    },
  };
}
