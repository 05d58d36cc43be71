import { db, type Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { System } from "../access/actor.ts";
import { isSameName } from "../account/named-member.server.ts";
import type { Side } from "../views.ts";
import { type RecordingRef, sendStage, type StageAttempt, StageLost } from "./stages.server.ts";
import { uploadData } from "./upload.schema.ts";

export type Original = {
  fileId: string;
  key: string;
  /** Whose voice it is, where the sender said so. */
  voice: { participantId: string; side: Side; name: string } | null;
  index: number;
};
export type TranscodeSource = {
  ref: RecordingRef;
  channels: "auto" | "yes" | "no";
  originals: Original[];
  isPartial: boolean;
  /** Of the call's owner, where their profile says one: what Parley itself calls a person is said in it. */
  language: string | null;
  /** The owner's name: a track may be called after them. */
  ownerName: string;
};

/** What an uploaded recording is made from, in the order of its speakers; null when it is gone or not whole yet. */
export async function findTranscodeSource(
  system: System,
  recordingId: string,
): Promise<TranscodeSource | null> {
  const { workspaceId } = system;
  const found = await db.recording.findFirst({
    where: {
      workspaceId,
      id: recordingId,
      state: { notIn: ["receiving", "interrupted", "discarded", "media_removed"] },
    },
    select: {
      callId: true,
      call: {
        select: {
          owner: { select: { language: true, name: true } },
          participants: { select: { id: true, side: true, name: true } },
        },
      },
      isPartial: true,
      files: { where: { kind: "original" }, select: { id: true, key: true } },
      uploads: { where: { state: "complete" }, select: { key: true, data: true } },
    },
  });
  if (!found) return null;
  const uploads = found.uploads.flatMap(({ key, data }) => {
    const parsed = uploadData.safeParse(data);
    return parsed.success ? [{ key, ...parsed.data }] : [];
  });
  const originals = found.files
    .map(({ id, key }) => {
      const upload = uploads.find((row) => row.key === key);
      const voice = found.call.participants.find((person) => person.id === upload?.participantId);
      return {
        fileId: id,
        key,
        voice: voice ? { participantId: voice.id, side: voice.side, name: voice.name } : null,
        index: upload?.index ?? 0,
      };
    })
    .sort((a, b) => a.index - b.index);
  return {
    ref: { workspaceId, recordingId, callId: found.callId },
    channels: uploads[0]?.channels ?? "auto",
    originals,
    isPartial: found.isPartial,
    language: found.call.owner.language,
    ownerName: found.call.owner.name,
  };
}

/** Inspection is done: what the originals really are. */
export async function publishInspection(
  attempt: StageAttempt,
  kinds: { fileId: string; mime: string; codec: string; durationMs: number | null }[],
): Promise<void> {
  await db.$transaction(async (tx) => {
    for (const { fileId, mime, codec, durationMs } of kinds)
      await tx.file.updateMany({
        where: { workspaceId: attempt.workspaceId, id: fileId },
        data: { mime, codec, durationMs },
      });
    await attempt.publish(tx);
  });
}

export type StoredFile = {
  key: string;
  bytes: number;
  sha256: Uint8Array<ArrayBuffer>;
  mime: string;
  durationMs: number | null;
};
/** One person of a side; an earlier run may have made their row. */
type NewVoice = {
  side: Side;
  /** Their name in the file; null: it says none, and on our side they are the owner. */
  name?: string | null;
  /** Where they are not the first of their side: their number, 2 or more, and the word for such a person ("Customer"). */
  further?: { number: number; label: string };
};
export type NewTrack = {
  /** Whose voice: a participant, one person of a side (a channel, a track or a file), or everybody. */
  who: { participantId: string } | NewVoice | "everybody";
  audio: StoredFile;
  peaks: StoredFile;
  durationMs: number;
};
export type NewMedia = {
  tracks: NewTrack[];
  /** Absent where the one track is what everybody hears. */
  mix: StoredFile | null;
  video: StoredFile | null;
  /** A picture that is still to be encoded: the length of its file, where that is known. */
  pictureToCome: { durationMs: number | null } | null;
  durationMs: number;
  isPartial: boolean;
  /** Of a file with several sound tracks: how many are in its lane. */
  mixedTracks: number | null;
};

/** Nothing is published of what was thrown away while it was made: no stage would say so. @throws StageLost */
export async function refuseRemoved(
  tx: Tx,
  { workspaceId, recordingId }: RecordingRef,
): Promise<void> {
  const removed = await tx.recording.count({
    where: { workspaceId, id: recordingId, state: { in: ["discarded", "media_removed"] } },
  });
  if (removed > 0) throw new StageLost();
}

/** From here on the call plays: tracks, files, length and quality class appear together, and recognition is queued. */
export async function publishMedia(attempt: StageAttempt, media: NewMedia): Promise<void> {
  const { workspaceId, recordingId, callId } = attempt;
  await db.$transaction(async (tx) => {
    await refuseRemoved(tx, attempt);
    await tx.file.deleteMany({
      where: {
        ...{ workspaceId, recordingId },
        kind: { in: ["track", "mix", "peaks", "video", "thumbnail"] },
      },
    });
    await tx.track.deleteMany({ where: { workspaceId, recordingId } });
    const isMixed = media.tracks.every(({ who }) => who === "everybody");
    const quality = (await importedQuality(tx, attempt)) ?? (isMixed ? "C" : "A");
    const named = media.tracks.flatMap(({ who }) =>
      typeof who === "object" && "participantId" in who ? [who.participantId] : [],
    );
    for (const [lane, track] of media.tracks.entries()) {
      const trackId = newId();
      const participantId = await participantOf(tx, attempt, track, lane, named);
      if (participantId !== null) named.push(participantId);
      const source = track.who === "everybody" ? "mix" : "microphone";
      await tx.track.create({
        data: {
          id: trackId,
          workspaceId,
          recordingId,
          participantId,
          source,
          lane,
          durationMs: track.durationMs,
          sampleRate: 48_000,
        },
        select: { id: true },
      });
      await tx.file.createMany({
        data: [
          fileRow(attempt, "track", track.audio, trackId),
          fileRow(attempt, "peaks", track.peaks, trackId),
        ],
      });
    }
    const shared = [
      ...(media.mix ? [fileRow(attempt, "mix", media.mix, null)] : []),
      ...(media.video ? [fileRow(attempt, "video", media.video, null)] : []),
    ];
    await tx.file.createMany({ data: shared });
    await tx.recording.updateMany({
      where: { workspaceId, id: recordingId },
      data: {
        durationMs: media.durationMs,
        mixedTracks: media.mixedTracks,
        ...(media.isPartial && { isPartial: true }),
      },
    });
    await tx.$executeRaw`
      UPDATE call SET state = CASE WHEN state = 'ended' THEN 'available' ELSE state END, duration_ms = ${media.durationMs},
        ended_at = started_at + make_interval(secs => ${media.durationMs / 1000}), quality = ${quality}::quality_class
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${callId}::uuid`;
    // Words that came with it wait for no recogniser.
    await sendStage(tx, attempt, (await isImported(tx, attempt)) ? "metrics" : "transcribe");
    await awaitPicture(tx, attempt, media.pictureToCome);
    await attempt.publish(tx);
  });
}

const findImported = (tx: Tx, where: Pick<RecordingRef, "workspaceId" | "recordingId">) =>
  tx.transcript.findFirst({ where: { ...where, origin: "import" }, select: { id: true } });

/** Whether its words came with it, and are not recognised. */
const isImported = async (tx: Tx, { workspaceId, recordingId }: RecordingRef): Promise<boolean> =>
  (await findImported(tx, { workspaceId, recordingId })) !== null;

/** Of words that came with the file, whose times are not the lanes': B where they say who spoke; null where none came. */
async function importedQuality(
  tx: Tx,
  { workspaceId, recordingId }: RecordingRef,
): Promise<"B" | "C" | null> {
  const imported = await findImported(tx, { workspaceId, recordingId });
  if (!imported) return null;
  const spoken = await tx.segment.findMany({
    where: { workspaceId, baseId: imported.id, participantId: { not: null } },
    distinct: ["participantId"],
    select: { participantId: true },
    take: 2,
  });
  return spoken.length > 1 ? "B" : "C";
}

/** The picture's stage begins here, or again where the media is made anew. */
export async function awaitPicture(
  tx: Tx,
  attempt: StageAttempt,
  toCome: NewMedia["pictureToCome"],
): Promise<void> {
  const { workspaceId, recordingId } = attempt;
  if (!toCome) {
    await tx.stage.deleteMany({ where: { workspaceId, recordingId, name: "picture" } });
    return;
  }
  const total = BigInt(Math.round(toCome.durationMs ?? 0));
  await tx.$executeRaw`
    INSERT INTO stage (workspace_id, recording_id, name, total, unit)
    VALUES (${workspaceId}::uuid, ${recordingId}::uuid, 'picture', ${total}, 'ms')
    ON CONFLICT (workspace_id, recording_id, name) DO UPDATE
      SET state = 'waiting', attempt = stage.attempt + 1, tries = 0, retry_at = NULL, cause = NULL, detail = NULL, total = ${total}`;
  await sendStage(tx, attempt, "picture", `${attempt.number}`);
}

export type NewPicture = {
  video: StoredFile;
  /** What is shown of it before it plays; null: no frame could be decoded. */
  poster: StoredFile | null;
  /** Some of what was recorded is not in it. */
  isPartial: boolean;
};

/**
 * The picture is on the page from here on; null: none that can be decoded, and the sound goes without. @throws StageLost
 */
export async function publishPicture(
  attempt: StageAttempt,
  picture: NewPicture | null,
): Promise<void> {
  const { workspaceId, recordingId } = attempt;
  await db.$transaction(async (tx) => {
    await refuseRemoved(tx, attempt);
    if (!picture) {
      await attempt.skip(tx, "picture_unreadable");
      return;
    }
    const { video, poster, isPartial } = picture;
    await tx.file.deleteMany({
      where: { workspaceId, recordingId, kind: { in: ["video", "thumbnail"] } },
    });
    await tx.file.createMany({
      data: [
        fileRow(attempt, "video", video, null),
        ...(poster ? [fileRow(attempt, "thumbnail", poster, null)] : []),
      ],
    });
    if (isPartial)
      await tx.recording.updateMany({
        where: { workspaceId, id: recordingId },
        data: { isPartial },
      });
    await attempt.publish(tx);
  });
}

const fileRow = (
  { workspaceId, recordingId }: RecordingRef,
  kind: "track" | "mix" | "peaks" | "video" | "thumbnail",
  file: StoredFile,
  trackId: string | null,
) => ({
  id: newId(),
  workspaceId,
  recordingId,
  trackId,
  kind,
  key: file.key,
  bytes: BigInt(file.bytes),
  sha256: file.sha256,
  mime: file.mime,
  durationMs: file.durationMs,
});

/**
 * A file's channels and tracks become people once they are apart: ours is the uploader, theirs the company. A second run
 * finds them by their lane. Where words that came with the file say who is on the call, the only one of a side is on the
 * lane of that side; of several it is not known who is on it, and none is added.
 * @param named who has a track already, or by name: no other is theirs
 */
async function participantOf(
  tx: Tx,
  ref: RecordingRef,
  { who }: NewTrack,
  lane: number,
  named: string[],
): Promise<string | null> {
  const { workspaceId, callId } = ref;
  if (who === "everybody") return null;
  const goesTo = async (id: string): Promise<string> => {
    await tx.participant.updateMany({
      where: { workspaceId, id, lane: { not: lane } },
      data: { lane },
    });
    return id;
  };
  if ("participantId" in who) return goesTo(who.participantId);
  const call = await tx.call.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId, id: callId } },
    select: {
      ownerId: true,
      owner: { select: { name: true } },
      company: { select: { name: true } },
      participants: {
        select: { id: true, name: true, side: true, lane: true, createdBy: true },
        orderBy: { lane: "asc" },
      },
    },
  });
  const free = call.participants.filter(({ id }) => !named.includes(id));
  // Those of the form have a number in its order, which is no lane.
  const known = free.find((person) => person.lane === lane && person.createdBy === null);
  if (known) return known.id;
  const title = who.name ?? null;
  const same = call.participants.filter(({ name }) => title !== null && isSameName(name, title));
  const [person] = same;
  if (person && same.length === 1 && !named.includes(person.id)) return goesTo(person.id);
  const isKnownWho = call.participants.some(({ side }) => side === who.side);
  if (title === null && isKnownWho && (await isImported(tx, ref))) {
    const [only, ...others] = free.filter(({ side }) => side === who.side);
    return only && others.length === 0 ? goesTo(only.id) : null;
  }
  const isOurs = who.side === "R";
  const isOwner = isOurs && (title === null || isSameName(title, call.owner.name));
  const titled = !isOurs && same.length > 0 ? null : title; // no customer is there twice
  const id = newId();
  await tx.participant.create({
    data: {
      id,
      workspaceId,
      callId,
      side: who.side,
      role: isOurs ? "host" : "customer",
      name: isOwner ? call.owner.name : (titled ?? customerName(who, call.company?.name ?? "")),
      memberId: isOwner ? call.ownerId : null,
      consent: "agreed",
      lane,
    },
    select: { id: true },
  });
  return id;
}

/** A customer without a name is called as their company is, and each further one after that with their number. */
const customerName = ({ further }: NewVoice, company: string): string =>
  further ? `${company === "" ? further.label : company} ${further.number}` : company;
