import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";

export type Sockets = {
  /** Those that were opened here, and those that a server here was given, each in the order they came. */
  opened: Socket[];
  taken: Socket[];
  stop: () => void;
};

/**
 * Both ends of the sockets that this process makes from now on: what a module does when one closes it has done once a
 * listener that was added later is called.
 */
export function watchSockets(): Sockets {
  const [opened, taken]: [Socket[], Socket[]] = [[], []];
  const into = (list: Socket[]) => (message: unknown) => {
    if (typeof message !== "object" || message === null || !("socket" in message)) return;
    if (message.socket instanceof Socket) list.push(message.socket);
  };
  const channels = [
    ["net.client.socket", into(opened)],
    ["net.server.socket", into(taken)],
  ] as const;
  for (const [name, onMessage] of channels) subscribe(name, onMessage);
  return {
    opened,
    taken,
    stop() {
      for (const [name, onMessage] of channels) unsubscribe(name, onMessage);
    },
  };
}

/** Resolves when the newest of these has closed. */
export async function closeOf(sockets: readonly Socket[]): Promise<void> {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error("There is no socket.");
  if (!socket.closed) await new Promise<void>((done) => socket.once("close", () => done()));
}
