/** From the first to the last tick of an axis. */
type Scale = readonly number[];
type Band = { from: number | null; to: number | null };

export type Box = {
  least: number | null;
  q1: number | null;
  median: number | null;
  q3: number | null;
  most: number | null;
  /** Each of what the box is of, as a dot. */
  values: readonly number[];
};
type Props = Box & {
  /** What it says, in words. */
  text: string;
  scale: Scale;
  /** Shaded; an open end reaches the edge. */
  band: Band | null;
  /** An earlier time: drawn dashed. */
  isPast?: boolean;
};

const HIGH = 38;
const MIDDLE = HIGH / 2;
/** Dots of one place lie beside each other; which one is higher says nothing. */
const ROWS = [0, -6, 5, -3, 7, 3, -7] as const;

/**
 * A box from quartile to quartile with its median, a line to the least and the most, and a dot for each value. Dots alone,
 * hollow, where there are too few for a box. Places are shares of the width, so that nothing is measured.
 */
export function BoxPlot({ text, scale, band, isPast = false, values, ...box }: Props) {
  const at = (value: number): string => `${percent(scale, value)}%`;
  const { least, q1, median, q3, most } = box;
  const isBox = least !== null && q1 !== null && median !== null && q3 !== null && most !== null;
  return (
    <svg role="img" aria-label={text} width="100%" height={HIGH} className="block min-w-32">
      {band === null ? null : <Shade scale={scale} band={band} />}
      {values.map((value, no) => (
        // Values of one box never move against each other.
        <circle
          key={no}
          cx={at(value)}
          cy={MIDDLE + (ROWS[no % ROWS.length] ?? 0)}
          r={isBox ? 2 : 2.5}
          className={isBox ? "fill-ink-muted opacity-50" : "fill-none stroke-ink-muted"}
        />
      ))}
      {isBox ? (
        <g className="stroke-ink-soft" strokeDasharray={isPast ? "3 2" : "none"}>
          <line x1={at(least)} x2={at(q1)} y1={MIDDLE} y2={MIDDLE} />
          <line x1={at(q3)} x2={at(most)} y1={MIDDLE} y2={MIDDLE} />
          <rect
            x={at(q1)}
            width={`${percent(scale, q3) - percent(scale, q1)}%`}
            y={MIDDLE - 7}
            height={14}
            rx={2}
            className="fill-ink/10"
          />
          <line
            x1={at(median)}
            x2={at(median)}
            y1={MIDDLE - 7}
            y2={MIDDLE + 7}
            strokeWidth="2.5"
            strokeDasharray="none"
            className="stroke-ink"
          />
        </g>
      ) : null}
    </svg>
  );
}

/** Where each of a group is, without names, and their middle. */
export function MarkPlot({
  text,
  scale,
  band,
  marks,
  middle,
}: {
  text: string;
  scale: Scale;
  band: Band | null;
  marks: readonly number[];
  middle: number;
}) {
  const line = (value: number, key: string | number, look: string, width: number) => (
    <line
      key={key}
      x1={`${percent(scale, value)}%`}
      x2={`${percent(scale, value)}%`}
      y1={MIDDLE - width * 4}
      y2={MIDDLE + width * 4}
      strokeWidth={width}
      className={look}
    />
  );
  return (
    <svg role="img" aria-label={text} width="100%" height={HIGH} className="block min-w-32">
      {band === null ? null : <Shade scale={scale} band={band} />}
      {marks.map((value, no) => line(value, no, "stroke-ink-muted", 1.5))}
      {line(middle, "middle", "stroke-ink", 2.5)}
    </svg>
  );
}

/** The numbers above the plots of a column, or under one of them. @param text of a tick */
export function BoxAxis({ scale, text }: { scale: Scale; text: (tick: number) => string }) {
  return (
    <span aria-hidden className="relative block h-4 min-w-32 font-mono text-2xs font-normal">
      {scale.map((tick, no) => (
        <span
          key={tick}
          className={`absolute whitespace-nowrap ${shownOf(no, scale.length - 1)} ${no === 0 ? "" : no === scale.length - 1 ? "-translate-x-full" : "-translate-x-1/2"}`}
          style={{ left: `${percent(scale, tick)}%` }}
        >
          {text(tick)}
        </span>
      ))}
    </span>
  );
}

/** Where a column is narrow each other number is left out; the ends are always there. */
function shownOf(no: number, last: number): string {
  const isKept = no === 0 || no === last || (last % 2 === 0 && no % 2 === 0);
  return isKept ? "" : "desk:max-[77.5rem]:hidden";
}

/** Its edges are dashed: a wash alone is too pale for some eyes and printers. An open end has none. */
function Shade({ scale, band: { from, to } }: { scale: Scale; band: Band }) {
  const start = from === null ? 0 : percent(scale, from);
  const end = to === null ? 100 : percent(scale, to);
  return (
    <>
      <rect
        x={`${start}%`}
        width={`${Math.max(0, end - start)}%`}
        y={0}
        height={HIGH}
        className="fill-ink/6"
      />
      {[from, to].map((edge, no) =>
        edge === null ? null : (
          <line
            key={no === 0 ? "from" : "to"}
            x1={`${percent(scale, edge)}%`}
            x2={`${percent(scale, edge)}%`}
            y1={0}
            y2={HIGH}
            strokeDasharray="2 3"
            className="stroke-line-control"
          />
        ),
      )}
    </>
  );
}

/** What lies outside the axis is drawn at its edge. */
function percent(scale: Scale, value: number): number {
  const [first = 0, last = 1] = [scale[0], scale.at(-1)];
  const share = last > first ? (value - first) / (last - first) : 0.5;
  return Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;
}
