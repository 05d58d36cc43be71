import {
  AccessToken,
  type ParticipantInfo,
  RoomServiceClient,
  TrackSource,
  type VideoGrant,
} from "livekit-server-sdk";
import { env } from "./env.server.ts";
import {
  coachRoomOf,
  guestIdentity,
  listenerIdentity,
  recorderIdentity,
  repIdentity,
  roomOf,
} from "./livekit-names.ts";
import { remember } from "./remember.ts";

/** Where the media server is. `url` for us, `publicUrl` for browsers. */
export type LivekitAddress = {
  url: string;
  publicUrl: string;
  apiKey: string;
  apiSecret: string;
};
/** What somebody needs to enter a room. The token is a secret and lives ten minutes: it stands in no log. */
export type RoomToken = { url: string; token: string; identity: string; room: string };
/** Somebody in a room, recorders and hidden listeners included. */
export type RoomParticipant = {
  identity: string;
  joinedAt: Date;
  tracks: {
    sid: string;
    source: "camera" | "microphone" | "screen" | "screen_audio" | "other";
    isMuted: boolean;
  }[];
};

/** The media server does not answer, or refuses our keys: nothing is wrong with what was asked. */
export class LivekitUnavailable extends Error {
  override name = "LivekitUnavailable";
  /** `ECONNREFUSED`, so that whoever asks knows it as a matter of time (`isAway`); `wrong_keys` is none. */
  readonly code: "ECONNREFUSED" | "wrong_keys";
  constructor(code: LivekitUnavailable["code"], cause?: unknown) {
    super("The media server is away.", { cause });
    this.code = code;
  }
}

/** Expiry limits only the entering: the server renews it for those who are in. */
const TTL_SECONDS = 600;
const ROOM = { emptyTimeout: 300, departureTimeout: 120, maxParticipants: 20 };
const ANSWER_SECONDS = 5;
const { MICROPHONE, CAMERA, SCREEN_SHARE, SCREEN_SHARE_AUDIO } = TrackSource;

export type Livekit = ReturnType<typeof openLivekit>;

/** The media server of the settings. @throws LivekitUnavailable where there is none */
export const livekit = (): Livekit =>
  remember("livekit", () => {
    const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET, LIVEKIT_PUBLIC_URL } = env();
    if (!LIVEKIT_URL || !LIVEKIT_API_KEY || !LIVEKIT_API_SECRET)
      throw new LivekitUnavailable("ECONNREFUSED");
    return openLivekit({
      url: LIVEKIT_URL,
      publicUrl: LIVEKIT_PUBLIC_URL ?? LIVEKIT_URL,
      apiKey: LIVEKIT_API_KEY,
      apiSecret: LIVEKIT_API_SECRET,
    });
  });

/** Rooms and tokens at one media server: the only place that makes tokens. Rights were checked by the caller. */
export function openLivekit(address: LivekitAddress) {
  return { address, ...roomsOf(address), ...tokensOf(address) };
}

function roomsOf(address: LivekitAddress) {
  const client = new RoomServiceClient(address.url, address.apiKey, address.apiSecret, {
    requestTimeout: ANSWER_SECONDS,
    failover: false,
  });
  return {
    /** Whether the server answers, without asking it anything. @param waitMs how long to wait for it */
    async isUp(waitMs = 500): Promise<boolean> {
      try {
        const response = await fetch(address.url.replace(/^ws/, "http"), {
          signal: AbortSignal.timeout(waitMs),
        });
        await response.arrayBuffer();
        return response.ok;
      } catch {
        return false;
      }
    },
    /** Makes a room; one that is there stays as it is. A server that was started again has forgotten all. */
    createRoom: (room: string): Promise<void> =>
      reached(async () => {
        await client.createRoom({ name: room, ...ROOM });
      }),
    /** Ends a room for everybody. @returns false when there was none */
    deleteRoom: (room: string): Promise<boolean> => done(() => client.deleteRoom(room)),
    /** Names of the rooms that are open; of `among` alone when given. */
    listRooms: (among?: string[]): Promise<string[]> =>
      reached(async () => (await client.listRooms(among)).map(({ name }) => name)),
    /** Everybody in a room, hidden ones included; nobody when there is no such room. */
    listParticipants: (room: string): Promise<RoomParticipant[]> =>
      reached(async () => {
        try {
          return (await client.listParticipants(room)).map(participantOf);
        } catch (error) {
          if (statusOf(error) === 404) return [];
          throw error;
        }
      }),
    /**
     * Throws somebody out. They can come back with a token that lives: whoever removes for good tells the recorder
     * first and removes again at each join (live §4). @returns false when nobody of that identity was there
     */
    removeParticipant: (room: string, identity: string): Promise<boolean> =>
      done(() => client.removeParticipant(room, identity)),
  };
}

function tokensOf(address: LivekitAddress) {
  const { publicUrl: url, apiKey, apiSecret } = address;
  const { createRoom } = roomsOf(address);
  const mint = async (identity: string, room: string, grant: VideoGrant): Promise<RoomToken> => {
    await createRoom(room); // a token alone opens no room
    const token = new AccessToken(apiKey, apiSecret, { identity, ttl: TTL_SECONDS });
    token.addGrant({
      ...grant,
      roomJoin: true,
      room,
      canPublishData: false,
      canUpdateOwnMetadata: false,
    });
    return { url, token: await token.toJwt(), identity, room };
  };
  const speaker = (mayShareScreen: boolean): VideoGrant => ({
    canPublish: true,
    canSubscribe: true,
    canPublishSources: [
      MICROPHONE,
      CAMERA,
      ...(mayShareScreen ? [SCREEN_SHARE, SCREEN_SHARE_AUDIO] : []),
    ],
  });
  const receiveOnly: VideoGrant = { canPublish: false, canSubscribe: true };
  return {
    /** A member who speaks. @param tabId one per tab, without a colon */
    repToken: (callId: string, userId: string, tabId: string): Promise<RoomToken> =>
      mint(repIdentity(userId, tabId), roomOf(callId), speaker(true)),
    guestToken: (callId: string, guestId: string, mayShareScreen: boolean): Promise<RoomToken> =>
      mint(guestIdentity(guestId), roomOf(callId), speaker(mayShareScreen)),
    /** A manager who listens: in nobody's roster. @param listenerId new for each listening */
    listenToken: (callId: string, listenerId: string): Promise<RoomToken> =>
      mint(listenerIdentity(listenerId), roomOf(callId), { ...receiveOnly, hidden: true }),
    /** A manager who whispers, in the coach room. */
    coachToken: (callId: string, listenerId: string): Promise<RoomToken> =>
      mint(listenerIdentity(listenerId), coachRoomOf(callId), {
        canPublish: true,
        canSubscribe: true,
        canPublishSources: [MICROPHONE],
      }),
    /** Who is whispered to, in the coach room: hears, and is heard by nobody there. */
    coachedToken: (callId: string, userId: string, tabId: string): Promise<RoomToken> =>
      mint(repIdentity(userId, tabId), coachRoomOf(callId), receiveOnly),
    /** Our recorder, which reaches the server directly. @param attempt 1 and up, so that a new one meets no old one */
    recorderToken: async (callId: string, attempt: number): Promise<RoomToken> => ({
      ...(await mint(recorderIdentity(callId, attempt), roomOf(callId), {
        ...receiveOnly,
        hidden: true,
        recorder: true,
      })),
      url: address.url,
    }),
    /** A room of one's own, to try the way to the server before a call. */
    testToken: (testId: string): Promise<RoomToken> =>
      mint(`test:${testId}`, `t:${testId}`, {
        canPublish: true,
        canSubscribe: true,
        canPublishSources: [MICROPHONE],
      }),
  };
}

/** Tells "it is away" from "it refuses what was asked". */
async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const status = statusOf(error);
    if (status === 401 || status === 403) throw new LivekitUnavailable("wrong_keys", error);
    if (status === null || status >= 500) throw new LivekitUnavailable("ECONNREFUSED", error);
    throw error;
  }
}

/** Something that is already as it should be when the server knows of no such thing. */
const done = (ask: () => Promise<void>): Promise<boolean> =>
  reached(async () => {
    try {
      await ask();
      return true;
    } catch (error) {
      if (statusOf(error) === 404) return false;
      throw error;
    }
  });

/** The HTTP status of the server's refusal; null when there was no answer. */
const statusOf = (error: unknown): number | null =>
  error instanceof Error && "status" in error && typeof error.status === "number"
    ? error.status
    : null;

const SOURCES: Partial<Record<TrackSource, RoomParticipant["tracks"][number]["source"]>> = {
  [MICROPHONE]: "microphone",
  [CAMERA]: "camera",
  [SCREEN_SHARE]: "screen",
  [SCREEN_SHARE_AUDIO]: "screen_audio",
};
const participantOf = ({ identity, joinedAt, tracks }: ParticipantInfo): RoomParticipant => ({
  identity,
  joinedAt: new Date(Number(joinedAt) * 1_000),
  tracks: tracks.map(({ sid, source, muted }) => ({
    sid,
    source: SOURCES[source] ?? "other",
    isMuted: muted,
  })),
});
