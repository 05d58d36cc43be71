import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { Secret, TOTP } from "otpauth";
import { offerFactor } from "#app/core/domain/account/factor.server.ts";
import { offerPasskey } from "#app/core/domain/account/passkey.server.ts";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { relyingParty } from "#app/core/domain/account/relying-party.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { openPrivateAccess } from "#app/core/domain/rights/private-access.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { listenerIdentity, repIdentity } from "#app/core/platform/livekit-names.ts";
import { anAuthenticator } from "#tests/support/authenticator.ts";
import { aMember, aParticipant, type SignedIn } from "#tests/support/factories.ts";
import { turnLiveCallsOn } from "#tests/support/live-call.ts";
import { TAB } from "./cases/live.ts";
import type { House } from "./recorded.ts";

/** Who does a deed, and in whose house. */
export type Scene = { actor: SignedIn; owner: SignedIn; house: House };
/** Brings about what a deed begins with. @returns fields of its form that are known only then */
type Begin = (scene: Scene) => Promise<Record<string, string> | undefined>;

const begin =
  (run: (scene: Scene) => Promise<unknown>): Begin =>
  async (scene) => {
    await run(scene);
    return undefined;
  };

const recordingIs = (
  { owner: { workspaceId }, house: { recordingId } }: Scene,
  state: "uploaded" | "interrupted",
) => db.recording.updateMany({ where: { workspaceId, id: recordingId }, data: { state } });
const aStage = (
  { owner: { workspaceId }, house: { recordingId } }: Scene,
  stage: Pick<Prisma.StageUncheckedCreateInput, "name" | "state" | "cause">,
) => db.stage.create({ data: { workspaceId, recordingId, ...stage } });

const failed = begin((scene) => aStage(scene, { name: "transcribe", state: "failed" }));
const twice = begin(async (scene) => {
  await recordingIs(scene, "uploaded");
  await aStage(scene, { name: "inspect", state: "waiting", cause: "duplicate" });
});
/** Nothing of it has been looked into yet. */
const whole = begin(async (scene) => {
  const { workspaceId } = scene.owner;
  const { callId, recordingId } = scene.house;
  await recordingIs(scene, "uploaded");
  await db.transcript.deleteMany({ where: { workspaceId, callId } });
  await db.track.deleteMany({ where: { workspaceId, recordingId } });
});
const stopped = begin(async (scene) => {
  const { workspaceId, memberId } = scene.owner;
  const { recordingId, callId } = scene.house;
  await recordingIs(scene, "interrupted");
  const id = newId();
  const key = `${workspaceId}/${recordingId}/original/${id}`;
  await blobs().put(key, Readable.from([randomBytes(100)]));
  await db.upload.create({
    data: {
      ...{ id, workspaceId, memberId, recordingId, key, purpose: "recording", name: "a.wav" },
      ...{ total: 200n, state: "receiving", expiresAt: new Date(Date.now() + 3_600_000) },
      data: { index: 0, channels: "auto", participantId: null, callId },
    },
  });
});
const ofUpload = (page: string): Record<string, Begin> => ({
  [`${page} retry`]: failed,
  [`${page} keep`]: twice,
  [`${page} discard`]: whole,
  [`${page} use_partial`]: stopped,
});

/** The actor among the people of the running call: who hosts it, or was let in. */
const seatOf = ({ actor: { workspaceId, memberId }, house: { liveId } }: Scene) =>
  db.participant.findFirstOrThrow({ where: { workspaceId, callId: liveId, memberId } });
const inRoom = (isMuted: boolean) =>
  begin(async (scene) => {
    const { workspaceId, memberId } = scene.actor;
    const { id: participantId } = await seatOf(scene);
    const identity = repIdentity(memberId, TAB);
    const callId = scene.house.liveId;
    await db.participantPresence.create({
      data: { workspaceId, callId, participantId, identity, joinedMs: 0, isMuted },
    });
  });
const held = (kind: "pause" | "hold") =>
  begin(async (scene) => {
    const { workspaceId } = scene.actor;
    const participantId = kind === "hold" ? (await seatOf(scene)).id : null;
    await db.callSpan.create({
      data: { workspaceId, callId: scene.house.liveId, kind, t0Ms: 0, participantId },
    });
  });

const PASSWORD = "herons over the river";
const identityIs = (
  { actor: { workspaceId, memberId } }: Scene,
  data: Prisma.IdentityUpdateManyMutationInput,
) => db.identity.updateMany({ where: { workspaceId, memberId }, data });
/** Who has no password has just signed in. */
const withoutPassword = begin((scene) => identityIs(scene, { password: null }));
const componentIsOn = begin(() => turnLiveCallsOn());

/** By the name of the deed. */
export const BEGINNINGS: Record<string, Begin> = {
  ...ofUpload("/?index"),
  ...ofUpload("/recordings"),
  ...ofUpload("/recordings/{recordingId}"),
  "what was heard of a call": begin(({ actor, house: { callId } }) => noteOpened(actor, callId)),
  "/playback/{callId} retry": failed,
  "/playback/{callId} correct_speaker": async ({ owner: { workspaceId }, house: { callId } }) => {
    const another = await aParticipant({ id: callId, workspaceId }, { lane: 2 });
    return { participantId: another.id };
  },
  "/playback/{callId} revert_transcript": async ({ owner, house: { callId } }) => {
    const { number } = await correctWords(owner, callId, {
      ...{ intent: "correct_words", number: 1, segment: 0, firstWord: 0, lastWord: 0 },
      ...{ before: "Hello", after: "Hallo", scope: "here", addTerm: false },
    });
    return { number: String(number) };
  },
  "/console/{liveId} remove": begin(
    async ({ owner: { workspaceId }, house: { guestId, liveId } }) => {
      const { id } = await aParticipant({ id: liveId, workspaceId }, { lane: 3 });
      await db.guest.updateMany({
        where: { workspaceId, id: guestId },
        data: { state: "admitted", participantId: id },
      });
    },
  ),
  "/console/{liveId} unlock": begin(({ owner: { workspaceId }, house: { liveId } }) =>
    db.call.updateMany({ where: { workspaceId, id: liveId }, data: { isLocked: true } }),
  ),
  "/console/{liveId} resume": held("pause"),
  "/console/{liveId} unhold": held("hold"),
  "/console/{liveId} mute": inRoom(false),
  "/console/{liveId} unmute": inRoom(true),
  /** Who listens leaves as well; of the room itself the media server knows. */
  "/console/{liveId} leave": begin(({ actor: { workspaceId, memberId }, house: { liveId } }) =>
    db.liveListener.create({
      data: { workspaceId, callId: liveId, memberId, identity: listenerIdentity(TAB) },
    }),
  ),
  "/console start": componentIsOn,
  "/console demo": async (scene) => {
    const { workspaceId: id } = scene.actor;
    await db.workspace.updateMany({ where: { id }, data: { isDemo: true } });
    return componentIsOn(scene);
  },
  "/setting/general password": begin(async (scene) =>
    identityIs(scene, { password: await hashPassword(PASSWORD) }),
  ),
  "/setting/general factor_on": async (scene) => {
    await withoutPassword(scene);
    const { secret, sealed } = offerFactor(scene.actor);
    return { sealed, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  },
  "/setting/general factor_off": begin((scene) =>
    identityIs(scene, { password: null, totpEnc: new Uint8Array(1) }),
  ),
  "/setting/general passkey_begin": withoutPassword,
  "/setting/general passkey_add": async (scene) => {
    await withoutPassword(scene);
    const { partial, options } = await offerPasskey(scene.actor, undefined);
    const { origin, id } = relyingParty(env().appUrl);
    return { partial, credential: anAuthenticator(origin, id).make(options) };
  },
  "/setting/general partner_link": withoutPassword,
  "/setting/general close_private": begin(({ actor }) =>
    openPrivateAccess(actor, { reason: "A customer asked for it" }),
  ),
  "no longer viewing as somebody": begin(async ({ actor: { workspaceId, sessionId } }) => {
    const { memberId: viewAsId } = await aMember({ id: workspaceId });
    await db.session.updateMany({ where: { workspaceId, id: sessionId }, data: { viewAsId } });
  }),
};
