import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEventStream, type StreamLink } from "./event-stream.client.ts";

const SILENCE_MS = 35_000;
const LONGEST_PAUSE_MS = 500 * 1.25;

/** Stands for the browser's own EventSource: Node has none. */
class Port extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: Port[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Port.all.push(this);
  }
  close() {
    this.readyState = Port.CLOSED;
  }
  say(type: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
  /** The server answered something else than a stream. */
  refuse() {
    this.readyState = Port.CLOSED;
    this.onerror?.();
  }
}

let heard: unknown[] = [];
let links: StreamLink[] = [];
let seq = 0;
let refusals = 0;
let close: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  [heard, links, seq, refusals, Port.all] = [[], [], 0, 0, []];
  // Node's globalThis is no EventTarget; a window is.
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  vi.stubGlobal("dispatchEvent", target.dispatchEvent.bind(target));
  vi.stubGlobal("EventSource", Port);
  vi.stubGlobal("navigator", { onLine: true });
  close = openEventStream({
    url: () => `/stream?after=${seq}`,
    on: { seg: (data) => heard.push(data) },
    onLink: (link) => links.push(link),
    onRefused: () => {
      refusals += 1;
    },
  });
});
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("hands on what the stream says", () => {
  Port.all[0]?.say("seg", { seq: 4 });
  expect(heard).toEqual([{ seq: 4 }]);
});

test("a refusal does not end it: it says so and opens again after what was heard", () => {
  seq = 7;
  Port.all[0]?.refuse();
  expect([refusals, links.at(-1)]).toEqual([1, "lost"]);
  vi.advanceTimersByTime(LONGEST_PAUSE_MS);
  expect(Port.all.map(({ url }) => url)).toEqual(["/stream?after=0", "/stream?after=7"]);
});

test("goes on trying for as long as the page is open", () => {
  for (let at = 0; at < 30; at++) {
    Port.all.at(-1)?.refuse();
    vi.advanceTimersByTime(20_000);
    expect(Port.all).toHaveLength(at + 2);
  }
});

test("takes a line without heartbeats for dead, and one with them for quiet", () => {
  vi.advanceTimersByTime(SILENCE_MS - 1_000);
  Port.all[0]?.say("hb", null);
  vi.advanceTimersByTime(SILENCE_MS - 1);
  expect(Port.all).toHaveLength(1);
  vi.advanceTimersByTime(1 + LONGEST_PAUSE_MS);
  expect(Port.all).toHaveLength(2);
  expect(Port.all[0]?.readyState).toBe(Port.CLOSED);
});

test("tries at once when the network is back", () => {
  Port.all[0]?.refuse();
  dispatchEvent(new Event("online"));
  expect(Port.all).toHaveLength(2);
});

test("opens nothing more once it is closed", () => {
  Port.all[0]?.refuse();
  close();
  vi.advanceTimersByTime(600_000);
  expect(Port.all).toHaveLength(1);
});
