type Option = [label: string, isChosen: boolean, isOff: boolean, choose: () => void];

/** One of two, at once. */
export function Choice({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap">
      {options.map(([text, isChosen, isOff, choose]) => (
        <button
          key={text}
          type="button"
          aria-pressed={isChosen}
          disabled={isOff}
          onClick={choose}
          className="min-h-9 border border-r-0 border-line-strong px-3 text-sm first:rounded-l-control last:rounded-r-control last:border-r hover:bg-surface-hover disabled:text-ink-muted aria-pressed:bg-surface-chosen aria-pressed:font-medium"
        >
          {text}
        </button>
      ))}
    </div>
  );
}
