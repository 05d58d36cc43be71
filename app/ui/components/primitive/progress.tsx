type Props = {
  /** "Transcribing 2:10 of 6:11": the words carry the fact, the bar repeats it. */
  text: string;
  value: number;
  max: number;
};

/** How far a piece of work is, in words and a short bar. */
export function Progress({ text, value, max }: Props) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <span className="inline-flex items-center gap-2 text-xs text-ink-soft">
      <span
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
        aria-label={text}
        className="inline-block h-[3px] w-[92px] shrink-0 overflow-hidden rounded-full bg-line-strong"
      >
        <span className="block h-full bg-ink" style={{ width: `${share * 100}%` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}
