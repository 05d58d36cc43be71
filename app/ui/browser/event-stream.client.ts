/** The heartbeat comes every 15 s; two that are missing mean a dead line that nothing else reports. */
const SILENCE_MS = 35_000;
/** Waits between tries; the last one repeats for as long as the page is open. */
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000, 15_000];
const ANSWER_MS = 10_000;

type StreamEvent = { type: string; data: unknown };
type Options<E extends StreamEvent> = {
  /** Asked at each opening: it may carry the last number seen. */
  url: () => string;
  /** The events that are wanted, all of them; the heartbeat is ours. */
  types: readonly E["type"][];
  onEvent: (event: E) => void;
  /** The stream is open, or it was lost and is tried again. */
  onLink?: (isOpen: boolean) => void;
  /** Open again after it was lost: what a stream without replay said meanwhile was missed. */
  onBack?: () => void;
  /** The server does not give it (any more): rights or the row are gone, and nothing is tried until the network changes. */
  onRefused?: () => void;
};

/**
 * An event stream that comes back. EventSource alone gives up for good at the first answer that is not 200, and does
 * not notice a line that went silent.
 * @returns closes it
 */
export function openEventStream<E extends StreamEvent>(options: Options<E>): () => void {
  const { url, types, onEvent, onLink, onBack, onRefused } = options;
  let source: EventSource | null = null;
  let asking: AbortController | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let wasLost = false;

  function drop(): void {
    clearTimeout(silence);
    clearTimeout(retry);
    asking?.abort();
    asking = null;
    source?.close();
    source = null;
  }

  function listen(): void {
    clearTimeout(silence);
    silence = setTimeout(() => lose(open), SILENCE_MS);
  }

  /** Goes on with `next` after a pause. */
  function lose(next: () => void): void {
    drop();
    wasLost = true;
    onLink?.(false);
    const wait = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
    failures += 1;
    retry = setTimeout(next, wait * (0.75 + Math.random() / 2));
  }

  function open(): void {
    drop();
    const opened = new EventSource(url());
    source = opened;
    listen();
    opened.onopen = () => {
      listen();
      onLink?.(true);
      if (wasLost) onBack?.();
      wasLost = false;
    };
    opened.onerror = () => {
      if (source !== opened) return;
      // Closed for good is an answer that was no stream; anything else is the line.
      lose(opened.readyState === EventSource.CLOSED ? ask : open);
    };
    const take = (type: string, on: (data: unknown) => void): void =>
      opened.addEventListener(type, (event: MessageEvent<string>) => {
        if (source !== opened) return;
        // Only a stream that speaks has come back: one that is cut as soon as it opens is tried less and less often.
        failures = 0;
        listen();
        on(JSON.parse(event.data));
      });
    take("hb", () => undefined);
    for (const type of types)
      take(type, (data) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own stream's event
        onEvent({ type, data } as E);
      });
  }

  /** EventSource says that it was refused, never how: a request that does says whether trying is of use. */
  function ask(): void {
    const own = new AbortController();
    asking = own;
    const late = setTimeout(() => own.abort(), ANSWER_MS);
    const headers = { Accept: "text/event-stream" };
    void fetch(url(), { headers, cache: "no-store", signal: own.signal })
      .then(
        ({ status }) => status,
        () => null,
      )
      .then((status) => {
        clearTimeout(late);
        if (asking !== own) return;
        // Each of the three ends the request, whose answer may be the stream itself.
        if (status === 200) open();
        else if (status === null || isPassing(status)) lose(ask);
        else {
          drop();
          onRefused?.();
        }
      });
  }

  /** Another network: neither a pause nor a refusal of the last one counts, and a line of it may be dead. */
  function onOnline(): void {
    failures = 0;
    wasLost = true;
    open();
  }

  addEventListener("online", onOnline);
  open();
  return () => {
    removeEventListener("online", onOnline);
    drop();
  };
}

/** The server, or what stands before it, cannot answer now. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;
