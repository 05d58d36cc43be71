import type {
  FinishRecorder,
  RecorderTimeline,
} from "#app/core/domain/live/browser-recorder.schema.ts";
import { answerOf, findFirst, openDatabase, writeTo } from "#app/ui/browser/database.client.ts";
import { noteKept } from "./kept-hint.ts";

type RecorderWhy = FinishRecorder["why"];
const DATABASE = "parley-recorder";
const [PIECES, SESSIONS] = ["pieces", "sessions"] as const;

export type PieceSource = "microphone" | "tab" | "mix" | "screen";
/** Two seconds of one source. Times are ms of the call, but for `t0`: when it was made, by this device. */
export type Piece = {
  /** Of its recording; what is passed over is passed over with the rest of it. */
  callId: string;
  recordingId: string;
  part: string;
  seq: number;
  t0: number;
  source: PieceSource;
  partMs: number;
  toMs: number;
  mime: string;
  bytes: ArrayBuffer;
};

/** What this device knows of a recording it began. */
export type Session = {
  recordingId: string;
  callId: string;
  title: string;
  /** The call's zero, ms since 1970 by this device. */
  zero: number;
  /** How long it is; written every second. */
  lengthMs: number;
  timeline: RecorderTimeline;
  sources: PieceSource[];
  /** Which microphone was chosen; left out: the system's. */
  micId?: string;
  /** Its owner has stopped it: what is left is to be sent, and then it is over. */
  isStopped: boolean;
  /** It is to be thrown away, as soon as the server can be asked. */
  isDiscarded: boolean;
  /** Their microphone was muted; it stays so when the recording goes on. */
  isMuted?: boolean;
  /** What was said of the call while it was recorded, where the server has not heard of it yet. */
  details?: Record<string, string>;
  /** Why it ended, where it was not stopped by hand. */
  why?: RecorderWhy;
  /** Something of it was lost for good: a full disk. */
  isPartial: boolean;
};

export type PieceStore = {
  put: (piece: Piece) => Promise<void>;
  oldest: (skip: ReadonlySet<string>) => Promise<Piece | undefined>;
  remove: (piece: Piece) => Promise<void>;
  /** How many pieces wait, by recording. */
  waiting: () => Promise<Map<string, number>>;
  keep: (session: Session) => Promise<void>;
  sessions: () => Promise<Session[]>;
  /** The sound of a recording goes. */
  removePieces: (recordingId: string) => Promise<void>;
  /** Everything of a recording goes. */
  removeAll: (recordingId: string) => Promise<void>;
};

/**
 * Opens the store of one member in this browser: whoever else signs in here neither sees nor sends what it holds.
 * @throws where storage is closed to pages: private windows, a full disk
 */
export async function openPieceStore(memberId: string): Promise<PieceStore> {
  const database = await openDatabase(`${DATABASE}-${memberId}`, 1, (made) => {
    const pieces = made.createObjectStore(PIECES, { keyPath: ["recordingId", "part", "seq"] });
    pieces.createIndex("age", ["t0", "part", "seq"]);
    made.createObjectStore(SESSIONS, { keyPath: "recordingId" });
  });
  const read = (table: string): IDBObjectStore => database.transaction(table).objectStore(table);
  const sessions = async (): Promise<Session[]> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `keep` writes there
    (await answerOf(read(SESSIONS).getAll())) as Session[];
  const removePieces = (recordingId: string) =>
    writeTo(database, PIECES, (table) => {
      table.delete(IDBKeyRange.bound([recordingId], [recordingId, []]));
    });
  return {
    put: (piece) => writeTo(database, PIECES, (table) => void table.put(piece)),
    remove: ({ recordingId, part, seq }) =>
      writeTo(database, PIECES, (table) => void table.delete([recordingId, part, seq])),
    oldest: (skip) =>
      findFirst<Piece>(read(PIECES).index("age"), ({ callId }) => !skip.has(callId)),
    async waiting() {
      const found = new Map<string, number>();
      // Keys alone: pieces of hours must not come into memory to be counted.
      for (const { recordingId } of await sessions()) {
        const own = IDBKeyRange.bound([recordingId], [recordingId, []]);
        const count = await answerOf(read(PIECES).count(own));
        if (count > 0) found.set(recordingId, count);
      }
      return found;
    },
    async keep(session) {
      noteKept(memberId, true);
      await writeTo(database, SESSIONS, (table) => void table.put(session));
    },
    sessions,
    removePieces,
    async removeAll(recordingId) {
      await removePieces(recordingId);
      await writeTo(database, SESSIONS, (table) => void table.delete(recordingId));
      noteKept(memberId, (await sessions()).length > 0);
    },
  };
}
