import { isCovered } from "#app/core/domain/origins.ts";

/** Two protocols on one channel, JSON strings both: that of player.js, and our own. */
type Context = "player.js" | "parley";
const VERSION = { "player.js": "0.0.11", parley: 1 } as const;

/** A message that was taken: from the page around us, whose origin is on the key's list. */
export type Asked = { method: string; value: unknown; listener: unknown; origin: string };
type Receive = Record<Context, (asked: Asked) => void>;

export type Channel = {
  /** To one origin, or to whoever is around us as far as that is known. */
  send: (context: Context, fields: Record<string, unknown>, to?: string) => void;
};

/**
 * Talks with the page that frames us. What comes from elsewhere, from an origin that is not listed, or in another shape
 * is ignored; nothing is ever sent to `*`.
 */
export function openChannel(origins: readonly string[], receive: Receive): Channel {
  const isListed = (origin: string) =>
    origin !== "null" && (origin === location.origin || isCovered(origin, origins));
  const peers = new Set(guessParent().filter(isListed));
  // Where the page around us is not known, each listed one is addressed in turn: a browser delivers to the right one alone.
  const named = [...origins.filter((origin) => !origin.includes("*")), location.origin];
  const first = peers.size > 0 ? [...peers] : named;
  const post = (to: string, text: string) => {
    if (parent !== window) parent.postMessage(text, to);
  };
  addEventListener("message", (event) => {
    if (event.source !== parent || parent === window || !isListed(event.origin)) return;
    const told = readMessage(event.data);
    if (told === null) return;
    peers.add(event.origin);
    receive[told.context]({ ...told, origin: event.origin });
  });
  return {
    send: (context, fields, to) => {
      const text = JSON.stringify({ context, version: VERSION[context], ...fields });
      const targets = to !== undefined ? [to] : peers.size > 0 ? peers : first;
      for (const target of targets) post(target, text);
    },
  };
}

/** Who frames us: as the browser says, or by the address that it came from. */
function guessParent(): string[] {
  // Firefox has no such list.
  const above = "ancestorOrigins" in location ? location.ancestorOrigins[0] : undefined;
  if (above !== undefined) return [above];
  try {
    const { origin } = new URL(document.referrer);
    // A page of ours that loaded itself again has itself as its referrer, and hides who is around it.
    return origin === location.origin ? [] : [origin];
  } catch {
    return [];
  }
}

function readMessage(
  data: unknown,
): { context: Context; method: string; value: unknown; listener: unknown } | null {
  let told: unknown = data;
  if (typeof data === "string") {
    try {
      told = JSON.parse(data);
    } catch {
      return null;
    }
  }
  if (typeof told !== "object" || told === null) return null;
  const context = "context" in told ? told.context : null;
  const method = "method" in told ? told.method : null;
  if ((context !== "player.js" && context !== "parley") || typeof method !== "string") return null;
  // Of player.js every version is understood; of our own the first is all there is.
  if (context === "parley" && "version" in told && told.version !== VERSION.parley) return null;
  return {
    ...{ context, method },
    value: "value" in told ? told.value : undefined,
    listener: "listener" in told ? told.listener : undefined,
  };
}
