import { EventEmitter } from "node:events";
import pg from "pg";
import { env } from "./env.server.ts";
import { log } from "./log.server.ts";
import { remember } from "./remember.ts";
import { RETRY_MS } from "./while-unavailable.ts";

/** NOTIFY channels of data §6; payloads are ids joined by `:`; a meter's numbers follow its call. */
export type Channel = "pipeline" | "member" | "live_segment" | "call_event" | "meter";
const CHANNELS: readonly Channel[] = ["pipeline", "member", "live_segment", "call_event", "meter"];

type Feed = { events: EventEmitter; client: pg.Client | null; isClosed: boolean };

const feed = () =>
  remember("live-feed", (): Feed => {
    const made: Feed = { events: new EventEmitter(), client: null, isClosed: false };
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
    if (!made.isClosed) setTimeout(() => void connect(made), RETRY_MS);
  };
  made.client = client;
  client.on("error", again);
  client.on("end", again);
  client.on("notification", ({ channel, payload }) => made.events.emit(channel, payload ?? ""));
  try {
    await client.connect();
    await client.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join("; "));
    made.events.emit("again");
  } catch (error) {
    log.warn({ err: error }, "live feed waits for the database");
    await client.end().catch(() => undefined);
    again();
  }
}

/**
 * Hears a channel until `signal` aborts.
 * @param onAgain called after the connection was lost and made anew: what was sent meanwhile is gone
 */
export function listen(
  channel: Channel,
  onPayload: (payload: string) => void,
  onAgain: () => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const { events } = feed();
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
