import { createFinder, type FindResult } from "#app/core/domain/transcript/find.ts";
import {
  decodeIndex,
  decodePage,
  pageOf,
  type SegmentTable,
  type WordPage,
} from "#app/core/domain/transcript/wire-decode.ts";
import {
  VIRTUALISE_ABOVE,
  type WireIndex,
  type WirePage,
} from "#app/core/domain/transcript/wire.ts";
import { createStore, type ReadableStore } from "#app/ui/browser/store.ts";

/**
 * What the server sends with the page: the whole transcript up to 500 segments (`first` 0, `total`
 * the count of `index`), else a slice of at most 200 around `?t=` as a small transcript of its own;
 * `first` is its position in the whole and `total` the whole's count.
 */
export type TranscriptStart = { index: WireIndex; page: WirePage; first: number; total: number };

/** Words of a call in the browser. `table` is the slice until the whole index has come. */
export type TranscriptWords = ReadableStore<WordsState> & {
  /** Words of a segment at a table position, null while they are on their way. */
  page: (segment: number) => WordPage | null;
  /** Fetches the index, then pages: those of `need`, their neighbours, all others. Answers a stop. */
  load: () => () => void;
  /** What is being looked at. */
  need: (fromSegment: number, toSegment: number) => void;
  /** `isWanted` leaves out segments, by their position in the table. */
  find: (query: string, isWanted?: (segment: number) => boolean) => FindResult;
};
export type WordsState = {
  table: SegmentTable;
  /** The table is the whole transcript, not the server's slice. */
  isWhole: boolean;
  /** Pages whose words can be shown. */
  pagesHere: number;
  /** Pages whose words can be found as well. */
  pagesLoaded: number;
  hasFailed: boolean;
};
export type FetchJson = (url: string, signal: AbortSignal) => Promise<unknown>;
export type TranscriptUrls = { index: string; page: (number: number) => string };

const RETRY_MS = [1_000, 4_000, 10_000];

export const fetchJson: FetchJson = async (url, signal) => {
  const answer = await fetch(url, { signal, headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error("transcript page not there");
  return answer.json();
};

/** Waits for a free moment of the browser, so that scrolling stays smooth while they arrive. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 200 });
    else setTimeout(resolve, 0);
  });

async function persist(fetcher: FetchJson, url: string, signal: AbortSignal): Promise<unknown> {
  for (const waitMs of RETRY_MS) {
    try {
      return await fetcher(url, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return fetcher(url, signal);
}

export function createTranscriptWords(
  start: TranscriptStart,
  urls: TranscriptUrls,
  fetcher: FetchJson = fetchJson,
): TranscriptWords {
  const slice = decodeIndex(start.index);
  const slicePage = decodePage(slice, 0, start.page);
  const isWholeAtOnce = start.first === 0 && start.total === slice.count;
  const finder = createFinder();
  const pages = new Map<number, WordPage>();
  const searchable = new Set<number>();
  let wanted = [0];
  const { set, ...held } = createStore<WordsState>({
    table: slice,
    isWhole: isWholeAtOnce,
    pagesHere: Number(isWholeAtOnce),
    pagesLoaded: 0,
    hasFailed: false,
  });
  const change = (part: Partial<WordsState>): void => set({ ...held.get(), ...part });
  const nowSearchable = (page: WordPage) => {
    searchable.add(page.page);
    change({ pagesLoaded: searchable.size });
  };
  /** In many small moments, lest one frame of a scroll pays for a whole page. */
  const makeSearchable = async (page: WordPage, signal: AbortSignal) => {
    if (searchable.has(page.page)) return;
    for (const _ of finder.adding(page)) {
      await idle();
      if (signal.aborted) return;
    }
    nowSearchable(page);
  };
  if (isWholeAtOnce) pages.set(0, slicePage);

  /** The next page worth fetching: what is looked at, then around it, then from the top. */
  const nextPage = () => {
    const centre = wanted.flatMap((page) => [page, page + 1, page - 1]);
    const all = Array.from({ length: held.get().table.pageCount }, (_, page) => page);
    return [...wanted, ...centre, ...all].find(
      (page) => page >= 0 && page < held.get().table.pageCount && !pages.has(page),
    );
  };
  const loadAll = async (signal: AbortSignal) => {
    change({ hasFailed: false });
    if (!held.get().isWhole) {
      const first = pageOf(start.first);
      const [index, page] = await Promise.all([
        persist(fetcher, urls.index, signal),
        persist(fetcher, urls.page(first), signal),
      ]);
      if (signal.aborted) return;
      const table = decodeIndex(asIndex(index));
      const decoded = decodePage(table, first, asPage(page));
      wanted = [first];
      pages.set(first, decoded);
      change({ table, isWhole: true, pagesHere: 1 });
    }
    // Also those that an earlier load was stopped in.
    for (const page of pages.values()) await makeSearchable(page, signal);
    for (let number = nextPage(); number !== undefined; number = nextPage()) {
      const wire = asPage(await persist(fetcher, urls.page(number), signal));
      await idle();
      if (signal.aborted) return;
      const page = decodePage(held.get().table, number, wire);
      pages.set(number, page);
      change({ pagesHere: pages.size });
      await idle();
      await makeSearchable(page, signal);
    }
  };

  return {
    ...held,
    page: (segment) => (held.get().isWhole ? (pages.get(pageOf(segment)) ?? null) : slicePage),
    load: () => {
      const mine = new AbortController();
      if (isWholeAtOnce) {
        finder.add(slicePage);
        nowSearchable(slicePage);
      } else {
        loadAll(mine.signal).catch(() => {
          if (!mine.signal.aborted) change({ hasFailed: true });
        });
      }
      return () => mine.abort();
    },
    need: (fromSegment, toSegment) => {
      if (!held.get().isWhole) return;
      const from = pageOf(fromSegment);
      wanted = from === pageOf(toSegment) ? [from] : [from, pageOf(toSegment)];
    },
    find: (query, isWanted) => finder.find(query, isWanted),
  };
}

/** Whether a transcript of this many segments is drawn only where it is looked at. */
export const isVirtual = (total: number): boolean => total > VIRTUALISE_ABOVE;

// Our own server wrote these; the version is what a page left open over an update trips on.
function asIndex(value: unknown): WireIndex {
  if (!isVersionOne(value)) throw new Error("transcript index of another version");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as unknown as WireIndex;
}
function asPage(value: unknown): WirePage {
  if (!isVersionOne(value)) throw new Error("transcript page of another version");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as unknown as WirePage;
}
function isVersionOne(value: unknown): value is { v: 1 } {
  return typeof value === "object" && value !== null && "v" in value && value.v === 1;
}
