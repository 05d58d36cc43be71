/**
 * Rooms and identities of the media server (live §4). Both land in its logs: ids only, never a name.
 * What a participant says of itself is worth nothing; rights follow from the identity and our own rows.
 */
export type Identity =
  | { kind: "rep"; userId: string; tabId: string }
  | { kind: "guest"; guestId: string }
  | { kind: "listener"; listenerId: string }
  | { kind: "recorder"; callId: string; attempt: number };

export const roomOf = (callId: string): string => `c:${callId}`;
/** Where a coach whispers: those who are coached hear it, nobody else can enter. */
export const coachRoomOf = (callId: string): string => `${roomOf(callId)}:coach`;

/** The call of a room, also of its coach room; null for rooms that are no call. */
export const callOfRoom = (room: string): string | null =>
  /^c:([^:]+)(?::coach)?$/.exec(room)?.[1] ?? null;

/** A member in one tab: a second tab is another identity, and does not throw the first one out. */
export const repIdentity = (userId: string, tabId: string): string => `rep:${userId}:${tabId}`;
export const guestIdentity = (guestId: string): string => `g:${guestId}`;
export const listenerIdentity = (listenerId: string): string => `mgr:${listenerId}`;
export const recorderIdentity = (callId: string, attempt: number): string =>
  `rec:${callId}:${attempt}`;

/** What an identity of ours says; null for one we never gave. */
export function parseIdentity(identity: string): Identity | null {
  const [kind, id = "", rest = "", ...more] = identity.split(":");
  if (id === "" || more.length > 0) return null;
  if (kind === "rep" && rest !== "") return { kind: "rep", userId: id, tabId: rest };
  if (kind === "rec" && /^\d+$/.test(rest))
    return { kind: "recorder", callId: id, attempt: Number(rest) };
  if (rest !== "" || identity.endsWith(":")) return null;
  if (kind === "g") return { kind: "guest", guestId: id };
  if (kind === "mgr") return { kind: "listener", listenerId: id };
  return null;
}

/** Whether an identity is somebody who is in the call, seen or heard by the others. */
export function isPerson(identity: string): boolean {
  const kind = parseIdentity(identity)?.kind;
  return kind === "rep" || kind === "guest";
}
