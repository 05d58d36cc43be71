/** The heartbeat comes every 15 s; two that are missing mean a dead line nobody told us of. */
const SILENCE_MS = 35_000;
const WAITS_MS = [500, 1_000, 2_000, 5_000, 10_000, 15_000];

export type StreamLink = "connecting" | "open" | "lost";
type Options = {
  /** Asked at each opening: it may carry the last number seen. */
  url: () => string;
  /** What to do with the data of each event; the heartbeat is ours. */
  on: Record<string, (data: unknown) => void>;
  onLink: (link: StreamLink) => void;
  /** The server refused: rights or the call may be gone, so the page should ask anew. */
  onRefused?: () => void;
};

/**
 * An event stream that is opened again for ever. EventSource alone gives up at the first answer that is
 * not 200, and does not notice a line that went silent.
 * @returns closes it
 */
export function openEventStream({ url, on, onLink, onRefused }: Options): () => void {
  let source: EventSource | null = null;
  let watch: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  function alive(): void {
    clearTimeout(watch);
    watch = setTimeout(again, SILENCE_MS);
  }

  function drop(): void {
    clearTimeout(watch);
    clearTimeout(retry);
    source?.close();
    source = null;
  }

  function again(): void {
    drop();
    if (isClosed) return;
    onLink("lost");
    const wait = WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] ?? 0;
    failures += 1;
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
  }

  function open(): void {
    drop();
    const opened = new EventSource(url());
    source = opened;
    alive();
    opened.onopen = () => {
      failures = 0;
      alive();
      onLink("open");
    };
    opened.onerror = () => {
      if (source !== opened) return;
      // Closed for good is an answer that was no stream; anything else is the line.
      const isRefused = opened.readyState === EventSource.CLOSED && navigator.onLine;
      again();
      if (isRefused) onRefused?.();
    };
    opened.addEventListener("hb", alive);
    for (const [name, take] of Object.entries(on)) {
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (source !== opened) return;
        alive();
        take(JSON.parse(event.data));
      });
    }
  }

  /** Back on line: no use in waiting out the pause. */
  function now(): void {
    if (isClosed || source?.readyState === EventSource.OPEN) return;
    failures = 0;
    open();
  }
  addEventListener("online", now);
  open();
  return () => {
    isClosed = true;
    removeEventListener("online", now);
    drop();
  };
}
