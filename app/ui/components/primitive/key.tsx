/** A key of the keyboard: `K`, `⌘K`, `Shift+C`. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-chip border border-line-strong px-1 py-0.5 font-mono text-2xs leading-none font-medium text-ink-muted">
      {children}
    </kbd>
  );
}
