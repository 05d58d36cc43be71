import type { PlayerData } from "../player-data.ts";
import { clock } from "./clock.ts";
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
    const signature = await sound.fresh();
    const answer = await fetch(`${data.words}?s=${signature}`, { credentials: "omit" }).catch(
      () => null,
    );
    isFetching = false;
    if (answer?.ok !== true) {
      // Tried again when the list is opened, or Play is pressed.
      list.textContent = data.texts.wordsFailed;
      return;
    }
    list.textContent = "";
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
      // One stop for the whole list: rows are walked with the arrows.
      row.tabIndex = at === 0 ? 0 : -1;
      row.dataset["side"] = segment.side ?? "";
      const time = document.createElement("time");
      time.textContent = clock(segment.t0Ms / 1_000);
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
  /** The row that Tab comes to. */
  const stopAt = (row: HTMLElement) => {
    for (const other of list.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    row.tabIndex = 0;
  };
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const row = event.target instanceof Element ? event.target.closest("button") : null;
    const next = step === 0 || !row ? null : list.children[Number(row.dataset["at"]) + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    stopAt(next);
    next.focus();
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
    if (marked && !list.contains(document.activeElement)) stopAt(marked);
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
