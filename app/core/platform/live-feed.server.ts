import { EventEmitter } from "node:events";
import pg from "pg";
import { env } from "./env.server.ts";
import { log } from "./log.server.ts";
import { remember } from "./remember.ts";
import { RETRY_MS } from "./while-unavailable.ts";

/** NOTIFY channels of data §6; payloads are ids joined by `:`; a meter's numbers follow its call. */
const CHANNELS = ["pipeline", "member", "live_segment", "call_event", "comment", "meter"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Channels whose listeners may ask for what was sent shortly before they came, and how much of it is kept. */
const KEPT: ReadonlySet<string> = new Set<Channel>(["pipeline", "call_event", "comment"]);
const MOST_KEPT = 2_000;
/** A page is read on one machine and may be followed on another, whose clock is a little behind. */
const CLOCKS_APART_MS = 2_000;

type Sent = { channel: string; payload: string; atMs: number };
type Feed = {
  events: EventEmitter;
  client: pg.Client | null;
  isClosed: boolean;
  /** In the order they came, all since `keptFromMs`. */
  sent: Sent[];
  keptFromMs: number;
};

const feed = () =>
  remember("live-feed", (): Feed => {
    const made: Feed = {
      events: new EventEmitter(),
      client: null,
      isClosed: false,
      sent: [],
      keptFromMs: Infinity,
    };
    made.events.setMaxListeners(0);
    void connect(made);
    return made;
  });

/** One connection per process listens for everybody; when it breaks, listeners hear "again" after it is back and reload. */
async function connect(made: Feed): Promise<void> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL, keepAlive: true });
  const again = () => {
    if (made.client !== client) return;
    made.client = null;
    made.sent = [];
    made.keptFromMs = Infinity;
    if (!made.isClosed) setTimeout(() => void connect(made), RETRY_MS);
  };
  made.client = client;
  client.on("error", again);
  client.on("end", again);
  client.on("notification", ({ channel, payload = "" }) => {
    const atMs = Date.now();
    if (KEPT.has(channel)) keep(made, { channel, payload, atMs });
    made.events.emit(channel, payload, atMs);
  });
  try {
    await client.connect();
    await client.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join("; "));
    made.keptFromMs = Date.now() + CLOCKS_APART_MS;
    made.events.emit("again");
  } catch (error) {
    log.warn({ err: error }, "live feed waits for the database");
    await client.end().catch(() => undefined);
    again();
  }
}

function keep(made: Feed, sent: Sent): void {
  made.sent.push(sent);
  if (made.sent.length <= MOST_KEPT) return;
  const dropped = made.sent.shift();
  if (dropped) made.keptFromMs = dropped.atMs + CLOCKS_APART_MS;
}

/**
 * Hears a channel until `signal` aborts.
 * @param onPayload receives also when this process received it, in ms since 1970
 * @param onAgain called after the connection was lost and restored: what was sent meanwhile is gone
 * @param sinceMs ms since 1970: hears also what was sent from then on, or `onAgain` where that is no longer known
 */
export function listen(
  channel: Channel,
  onPayload: (payload: string, atMs: number) => void,
  onAgain: () => void,
  signal: AbortSignal,
  sinceMs: number | null = null,
): void {
  if (signal.aborted) return;
  const { events, sent, keptFromMs } = feed();
  if (sinceMs !== null && sinceMs < keptFromMs) onAgain();
  else if (sinceMs !== null)
    for (const one of sent)
      if (one.channel === channel && one.atMs >= sinceMs - CLOCKS_APART_MS)
        onPayload(one.payload, one.atMs);
  events.on(channel, onPayload);
  events.on("again", onAgain);
  signal.addEventListener("abort", () => {
    events.off(channel, onPayload);
    events.off("again", onAgain);
  });
}

export async function closeFeed(): Promise<void> {
  const made = feed();
  made.isClosed = true;
  await made.client?.end().catch(() => undefined);
}
