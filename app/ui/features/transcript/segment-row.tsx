import { Fragment, memo, useRef, type MouseEvent, type ReactNode, type RefObject } from "react";
import type { TFunction } from "i18next";
import type { RangeMs, Side } from "#app/core/domain/views.ts";
import type { CutMask } from "#app/core/domain/cut/cut.ts";
import type { WordPage } from "#app/core/domain/transcript/wire-decode.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { usePlayer } from "#app/ui/features/player/player-context.tsx";
import { charAtPoint } from "./char-at-point.ts";
import { bleepsIn, cutPieces, washIn, wordAtChar, type Mark, type Piece } from "./pieces.ts";
import type { ReadableRow } from "./use-readable.ts";
import { useLitWord } from "./use-lit-word.ts";

/** data §2.3. */
const FLAGS = [
  [1, "bleed"],
  [2, "inaudible"],
  [4, "safetyCopy"],
  [8, "redacted"],
  [16, "edited"],
] as const;
const NAME = { R: "text-us-ink", C: "text-them-ink" };
const NO_MARKS: readonly Mark[] = [];

export type SegmentRowProps = {
  /** Asked for once for all rows: a row is drawn in the middle of a scroll. */
  t: TFunction<"transcript">;
  segment: number;
  /** Null while its words are on their way: the row keeps its place. */
  page: WordPage | null;
  t0Ms: number;
  chars: number;
  name: string;
  /** Everybody's names, which are written with capitals; the same array as long as nobody is renamed. */
  names: readonly string[];
  readable: ReadableRow;
  side: Side | null;
  language: string;
  /** The page's address at a time; the same function as long as rows need not be drawn again. */
  hrefAt: (ms: number) => string;
  isCurrent: boolean;
  /** Script runs: one of the times is a stop of the Tab key for all of them. */
  isScripted: boolean;
  hasSound: boolean;
  marks: readonly Mark[] | undefined;
  /** A range of the call that is chosen beside the words; null where it does not reach here. */
  wash: RangeMs | null;
  /** What is bleeped of its speaker; the same array as long as that stays. */
  bleeps: readonly CutMask[] | undefined;
  /** Opens the menu of the segment; absent where nothing may be done with it. */
  onMore: ((segment: number, at: HTMLElement) => void) | undefined;
};

/** What a microphone heard of the others stands in their own row: here it is folded away. */
function MaybeTwice({
  isTwice,
  label,
  children,
}: {
  isTwice: boolean;
  label: string;
  children: ReactNode;
}) {
  if (!isTwice) return children;
  return (
    <details className="segment-twice">
      <summary>{label}</summary>
      {children}
    </details>
  );
}

/** One segment: time as a link that plays it, speaker in the voice's colour, words that lead to where they are clicked. */
export const SegmentRow = memo(function SegmentRow(props: SegmentRowProps) {
  const { segment, page, t0Ms, name, side, isCurrent, isScripted, hasSound, onMore, t } = props;
  const store = usePlayer();
  const text = useRef<HTMLParagraphElement>(null);
  const time = formatDuration(t0Ms);
  const href = props.hrefAt(t0Ms);
  const playHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    store.seek(t0Ms);
    store.play();
    // Our own address, so the router needs no trip to the server for it.
    window.history.replaceState(window.history.state, "", href);
  };
  const seekWord = (event: MouseEvent<HTMLElement>) => {
    const selection = window.getSelection();
    // With Shift it is the other end of a selection.
    if (page === null || event.shiftKey || (selection !== null && !selection.isCollapsed)) return;
    const char = charAtPoint(event.currentTarget, event.clientX, event.clientY);
    const word = char === null ? null : wordAtChar(page, segment, char);
    if (word !== null) store.seek(page.startMs[word] ?? t0Ms);
  };
  const flags = page?.flags[segment - page.first] ?? 0;
  return (
    <div data-segment={segment} {...(isCurrent ? { "data-current": "" } : {})} className="segment">
      <a
        href={href}
        onClick={playHere}
        title={t(hasSound ? "playFrom" : "goTo", { time })}
        className="segment-time"
        {...(isScripted ? { tabIndex: -1 } : {})}
      >
        {time}
      </a>
      <div className={`segment-name ${side === null ? "text-ink-soft" : NAME[side]}`}>
        {name}
        {FLAGS.filter(([bit]) => (flags & bit) !== 0).map(([, flag]) => (
          <span key={flag} className="segment-flag">
            {t(`flag.${flag}`)}
          </span>
        ))}
      </div>
      <MaybeTwice isTwice={(flags & 1) !== 0} label={t("heardTwice")}>
        {/* A click is the mouse's short way; the link beside it is the way for keys. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <p
          ref={text}
          lang={props.language}
          data-text={segment}
          onClick={seekWord}
          className={(flags & 1) === 0 ? "segment-text" : "segment-text text-ink-muted"}
        >
          {page === null ? (
            <Waiting chars={props.chars} />
          ) : (
            <Pieces
              pieces={cutPieces(
                page,
                segment,
                marksOf(props, page),
                isCurrent,
                props.readable?.(page, segment, props.language, props.names),
              )}
              unsure={t("unsure")}
              bleeped={t("bleeped")}
            />
          )}
        </p>
      </MaybeTwice>
      {isCurrent && page !== null ? <LitWord text={text} page={page} segment={segment} /> : null}
      {onMore === undefined ? null : (
        <button
          type="button"
          aria-label={t("moreAt", { time, name })}
          title={t("more")}
          aria-haspopup="dialog"
          aria-keyshortcuts="E"
          tabIndex={-1}
          onClick={(event) => onMore(segment, event.currentTarget)}
          className="segment-more noscript:hidden"
        />
      )}
    </div>
  );
});

/** What was found lies over what is bleeped, and that over what is chosen. */
function marksOf({ marks = NO_MARKS, wash, bleeps, segment }: SegmentRowProps, page: WordPage) {
  const washed = wash === null ? null : washIn(page, segment, wash);
  if (washed === null && bleeps === undefined) return marks;
  const bleeped = bleeps === undefined ? [] : bleepsIn(page, segment, bleeps);
  return [...marks, ...bleeped, ...(washed === null ? [] : [washed])];
}

/** Of the row that is heard only: hooks in all rows would cost each frame of a scroll their share. */
function LitWord(props: { text: RefObject<HTMLElement>; page: WordPage; segment: number }) {
  useLitWord(props.text, props.page, props.segment);
  return null;
}

/** Lines of the right length until the words are here. */
function Waiting({ chars }: { chars: number }) {
  return (
    <span aria-hidden="true" className="text-line-strong">
      {"▁".repeat(Math.min(600, Math.ceil(chars * 0.8)))}
    </span>
  );
}

const MARK = {
  hit: "bg-mark text-inherit rounded-[2px]",
  active: "bg-mark text-inherit rounded-[2px] outline-2 outline-ink",
  wash: "bg-mark text-inherit rounded-[2px]",
  bleeped: "bg-transparent text-inherit line-through decoration-2 decoration-ink",
};
const LOW = "word-low";
const LIT = "word-lit";

/** What is said of words beside how they look. */
type Notes = { unsure: string; bleeped: string };

function Pieces({ pieces, ...notes }: Notes & { pieces: readonly Piece[] }) {
  return pieces.map((piece, at) => {
    // Pieces have no identity but their place.
    const key = at;
    return (
      <Fragment key={key}>
        <PieceText piece={piece} {...notes} />
        {/* Drawn, not text: what is selected and counted stays what was said. */}
        {piece.after === null ? null : <span className="mark-after" data-after={piece.after} />}
      </Fragment>
    );
  });
}

function PieceText({ piece, unsure, bleeped }: Notes & { piece: Piece }) {
  const look = [piece.isLow ? LOW : "", piece.word === null ? "" : LIT].join(" ").trim();
  const said = piece.mark === "bleeped" ? bleeped : piece.isLow ? unsure : null;
  const note = said === null ? {} : { title: said, "aria-description": said };
  if (piece.mark !== null) {
    return (
      <mark data-word={piece.word ?? undefined} className={`${MARK[piece.mark]} ${look}`} {...note}>
        {piece.text}
      </mark>
    );
  }
  if (look === "") return <>{piece.text}</>;
  return (
    <span data-word={piece.word ?? undefined} className={look} {...note}>
      {piece.text}
    </span>
  );
}
