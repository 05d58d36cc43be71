import type { MicState } from "#app/ui/features/capture/local-media.client.ts";
import type { RoomPhase } from "../room/room-session.client.ts";

/** What the tab that has the microphone tells the other windows of this browser. */
export type OwnerState = {
  phase: RoomPhase;
  isMuted: boolean;
  isOnHold: boolean;
  mic: MicState;
};
/** What another window may wish for; the owner does it. */
export const CALL_WISHES = ["mute", "unmute", "hold", "unhold", "leave", "focus"] as const;
export type CallWish = (typeof CALL_WISHES)[number];

type Message =
  | { type: "state"; state: OwnerState }
  /** The owner is no more; the call goes on without it where its page closes, not where somebody left. */
  | { type: "gone"; goesOn: boolean }
  | { type: "hello" }
  | { type: "bye" }
  | { type: "do"; wish: CallWish };

/** The one name of a call between tabs: its channel; its lock is named the same. */
export const callChannel = (callId: string): string => `parley-call:${callId}`;

const TYPES = new Set(["state", "gone", "hello", "bye", "do"]);

/** Pages of an older version may still speak: what is not understood is not heard. */
export function readMessage(data: unknown): Message | null {
  if (typeof data !== "object" || data === null || !("type" in data)) return null;
  if (typeof data.type !== "string" || !TYPES.has(data.type)) return null;
  if (data.type === "do" && !CALL_WISHES.some((wish) => wish === Reflect.get(data, "wish")))
    return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own pages write here
  return data as Message;
}

export type OwnerEnd = {
  publish: (state: OwnerState) => void;
  /** @param goesOn another window should go on with the call */
  close: (goesOn: boolean) => void;
};

/**
 * The owner's end: says what holds whenever it changes or somebody new listens, and hears wishes.
 * @param onFollowers how many other windows follow this call
 */
export function openOwnerEnd(
  callId: string,
  onWish: (wish: CallWish) => void,
  onFollowers: (count: number) => void,
): OwnerEnd {
  const channel = new BroadcastChannel(callChannel(callId));
  let last: OwnerState | null = null;
  let followers = 0;
  const post = (message: Message) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (message?.type === "do") onWish(message.wish);
    if (message?.type === "hello") {
      followers += 1;
      onFollowers(followers);
      if (last !== null) post({ type: "state", state: last });
    }
    if (message?.type === "bye") {
      followers = Math.max(0, followers - 1);
      onFollowers(followers);
    }
  };
  return {
    publish(state) {
      last = state;
      post({ type: "state", state });
    },
    close(goesOn) {
      post({ type: "gone", goesOn });
      channel.close();
    },
  };
}

export type FollowerEnd = { wish: (wish: CallWish) => void; close: () => void };

/** A follower's end. @param onGone the owner closes: whether the call should go on here */
export function openFollowerEnd(
  callId: string,
  onState: (state: OwnerState) => void,
  onGone: (goesOn: boolean) => void,
): FollowerEnd {
  const channel = new BroadcastChannel(callChannel(callId));
  const post = (message: Message) => channel.postMessage(message);
  let hasGreeted = false;
  const greet = () => {
    hasGreeted = true;
    post({ type: "hello" });
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (message?.type === "state") {
      // A new owner does not know of us yet.
      if (!hasGreeted) greet();
      onState(message.state);
    }
    if (message?.type === "gone") {
      hasGreeted = false;
      onGone(message.goesOn);
    }
  };
  greet();
  return {
    wish: (wish) => post({ type: "do", wish }),
    close() {
      post({ type: "bye" });
      channel.close();
    },
  };
}
