import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { Secret, TOTP } from "otpauth";
import { offerFactor } from "#app/core/domain/account/factor.server.ts";
import { offerPasskey } from "#app/core/domain/account/passkey.server.ts";
import { deriveVersion } from "#app/core/domain/analysis/derive.server.ts";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { relyingParty } from "#app/core/domain/account/relying-party.ts";
import { saveComponentStatus } from "#app/core/domain/component/component-status.server.ts";
import { noteOpened } from "#app/core/domain/call/who-watched.server.ts";
import { noteClipOpened } from "#app/core/domain/clip/clip-plays.server.ts";
import { openItem } from "#app/core/domain/library/plays.server.ts";
import { takeReviewer } from "#app/core/domain/review/review.server.ts";
import { openPrivateAccess } from "#app/core/domain/rights/private-access.server.ts";
import { correctWords } from "#app/core/domain/transcript/transcript-writes.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db, type Prisma } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { listenerIdentity, repIdentity } from "#app/core/platform/livekit-names.ts";
import { keepReplacement } from "#app/core/domain/connection/replace-account.server.ts";
import { PROVIDERS } from "#app/core/integrations/registry.server.ts";
import { A_GRANT, aConnection } from "#tests/support/connections.ts";
import { anAuthenticator } from "#tests/support/authenticator.ts";
import {
  aCall,
  aDealStage,
  aMember,
  aParticipant,
  aRecording,
  aTranscript,
  type SignedIn,
} from "#tests/support/factories.ts";
import { turnLiveCallsOn } from "#tests/support/live-call.ts";
import { aMockConnection, aMockRecord } from "#tests/support/mock-crm.ts";
import { aNotice } from "#tests/support/notices.ts";
import { TAB } from "./cases/live.ts";
import { aLink } from "./full-house.ts";
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

const isToReview = (
  { actor: { memberId }, owner, house: { callId } }: Scene,
  doneAt: Date | null,
) =>
  db.reviewAssignment.create({
    data: {
      ...{ id: newId(), workspaceId: owner.workspaceId, callId, memberId },
      ...{ byId: owner.memberId, doneAt },
    },
  });

/** The call shows a summary by Parley's own template, with a section. */
const summarised = async ({ owner: { workspaceId }, house: { callId } }: Scene) => {
  const { id: transcriptId } = await db.transcript.findFirstOrThrow({
    where: { workspaceId, callId, isCurrent: true },
  });
  const id = newId();
  await db.summaryRun.create({
    data: {
      ...{ id, workspaceId, callId, transcriptId, templateId: 1, templateVersion: 1 },
      ...{ engine: "highlights@2", state: "done" },
    },
  });
  await db.summaryOutput.create({
    data: {
      ...{ id: newId(), workspaceId, runId: id, section: "agenda", ord: 0, type: "bullets" },
      ...{ value: { text: "Points" }, certainty: "said" },
    },
  });
};
/** And somebody corrected the section. */
const edited = begin(async (scene) => {
  await summarised(scene);
  const { workspaceId, memberId: editedById } = scene.owner;
  await db.summaryEdit.create({
    data: {
      ...{ id: newId(), workspaceId, callId: scene.house.callId, templateId: 1 },
      ...{ section: "agenda", items: [], editedById },
    },
  });
});

/** Where models may be installed: the only workspace that is no demo, with a model that is as the deed finds it. */
const aModel = (state: string): Begin =>
  begin(async ({ owner: { workspaceId } }) => {
    await db.workspace.updateMany({
      where: { id: { not: workspaceId } },
      data: { isDemo: true },
    });
    const name = "a-model";
    await db.speechModel.upsert({
      where: { name },
      create: { name, kind: "nemo-ctc", languages: ["en"], state },
      update: { state, isCancelled: false },
    });
  });

/** By the name of the deed. */
export const BEGINNINGS: Record<string, Begin> = {
  ...ofUpload("/?index"),
  ...ofUpload("/recordings"),
  ...ofUpload("/recordings/{recordingId}"),
  "/setting/general model_install": aModel("known"),
  "/setting/general model_cancel": aModel("download"),
  "/setting/general model_remove": aModel("ready"),
  "/setting/general model_prefer": aModel("ready"),
  "/setting/general recognise_past": begin(async ({ owner }) => {
    await saveComponentStatus("speech", "test", "on", {
      ...{ "en.engine": "sherpa-onnx", "en.model": "a-model" },
    });
    const call = await aCall(owner, { visibility: "workspace", state: "available" });
    const { workspaceId } = call;
    const { id: recordingId } = await aRecording(call, { state: "ready" });
    await aTranscript(call, [], { recordingId });
    await db.file.create({
      data: {
        ...{ id: newId(), workspaceId, recordingId, kind: "track", key: newId() },
        ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/mp4" },
      },
    });
  }),
  "what was heard of a clip": begin(({ actor, house: { clipId } }) =>
    noteClipOpened(actor, clipId),
  ),
  ...Object.fromEntries(
    ["/clips", "/clips/{clipId}"].map((path) => [
      `${path} retry_clip`,
      begin(({ owner: { workspaceId }, house: { clipId } }) =>
        db.cut.updateMany({ where: { workspaceId, clipId }, data: { state: "failed" } }),
      ),
    ]),
  ),
  ...Object.fromEntries(
    ["agree_clip", "decline_clip"].map((intent) => [
      `/clips/{clipId} ${intent}`,
      begin(({ owner: { workspaceId, memberId }, house: { clipId } }) =>
        db.clip.updateMany({
          where: { workspaceId, id: clipId },
          data: { wantedVisibility: "workspace", wantedById: memberId },
        }),
      ),
    ]),
  ),
  "what was heard of a call": begin(({ actor, house: { callId } }) => noteOpened(actor, callId)),
  "/setting/summarization-template/{templateId} try_template": begin(async ({ actor }) => {
    const call = await aCall(actor);
    const { id: participantId } = await aParticipant(call);
    await aTranscript(call, [{ participantId, t0Ms: 0, t1Ms: 900, text: "Hello there" }]);
  }),
  "/setting/summarization-template/{templateId}/mock-mapping run_past": begin(
    async ({ actor, house: { templateId } }) => {
      const { id: callId, workspaceId } = await aCall(actor);
      const { id: participantId } = await aParticipant({ id: callId, workspaceId });
      const said = [{ participantId, t0Ms: 0, t1Ms: 900, text: "Hello there" }];
      const { id: transcriptId } = await aTranscript({ id: callId, workspaceId }, said);
      await db.summaryRun.create({
        data: {
          ...{ id: newId(), workspaceId, callId, transcriptId, templateId: Number(templateId) },
          ...{ templateVersion: 1, engine: "highlights@2", state: "done" },
        },
      });
    },
  ),
  ...Object.fromEntries(
    ["connect", "test_connection", "disconnect", "purge"].map((intent) => [
      `/setting/admin-system-integration ${intent}`,
      begin(({ actor }) => aConnection(actor)),
    ]),
  ),
  ...Object.fromEntries(
    ["copy_deals", "plant_fault", "clear_faults"].map((intent) => [
      `/setting/admin-system-integration ${intent}`,
      begin(({ actor: { workspaceId } }) => aMockConnection(workspaceId)),
    ]),
  ),
  ...Object.fromEntries(
    ["replace_account", "keep_account"].map((intent) => [
      `/setting/admin-system-integration ${intent}`,
      begin(async ({ actor }) => {
        await aConnection(actor);
        await keepReplacement(actor, PROVIDERS.hubspot, {
          grant: A_GRANT,
          account: { id: "12", label: "12", user: null, isSandbox: false },
          ...{ quota: null, checkMs: 1 },
        });
      }),
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ["resend", "dry_run"],
        ["recheck", "blocked"],
        ["revert", "written"],
        ["force_revert", "revert_conflict"],
        ["keep", "revert_conflict"],
      ] as const
    ).map(([intent, state]) => [
      `/calls/{callId}/crm.json ${intent}`,
      begin(({ owner: { workspaceId }, house: { writeId: id } }) =>
        db.crmWrite.updateMany({ where: { workspaceId, id }, data: { state } }),
      ),
    ]),
  ),
  "/setting/general import_deals": begin(({ actor: { workspaceId: id } }) => aDealStage({ id })),
  // A deal of a CRM is the call's owner's, as their e-mail address says there.
  "/playback/{callId} link_crm_deal": begin(
    async ({ owner: { workspaceId, memberId }, house: { mockRecordId: id } }) => {
      const { email } = await db.member.findFirstOrThrow({ where: { id: memberId } });
      const values = { Email: email.toLowerCase(), Name: "Owner" };
      const OwnerId = await aMockRecord({ workspaceId }, { object: "user", values });
      await db.mockRecord.updateMany({
        where: { workspaceId, id },
        data: { values: { Name: "A deal", OwnerId } },
      });
    },
  ),
  "/playback/{callId} edit_summary": begin(summarised),
  "/playback/{callId} take_new_summary": edited,
  "/playback/{callId} keep_my_summary": edited,
  "/playback/{callId} revoke_call_links": begin(({ owner, house: { callId } }) =>
    aLink({ id: callId, workspaceId: owner.workspaceId }, owner, "ready"),
  ),
  "/playback/{callId} retry": failed,
  "/?index undo_answer 2": begin(({ actor: { workspaceId, memberId }, house: { requestId: id } }) =>
    db.feedbackRequest.updateMany({ where: { workspaceId, id }, data: { memberId } }),
  ),
  "/setting/dictionary restore_lexicon": begin(({ owner: { workspaceId } }) =>
    db.lexiconWord.create({
      data: {
        ...{ workspaceId, language: "en", kind: "filler", folded: "um", text: "um" },
        isRemoved: true,
      },
    }),
  ),
  "/setting/dictionary count_words": begin(async ({ owner }) => {
    const { workspaceId, id: callId } = await aCall(owner, { visibility: "workspace" });
    await aTranscript({ workspaceId, id: callId });
    await deriveVersion({ workspaceId, callId }, 1);
    const lexiconHash = new Uint8Array(8);
    await db.metricSet.updateMany({ where: { workspaceId, callId }, data: { lexiconHash } });
  }),
  "/?index mark_unread": begin(({ actor: { workspaceId }, house: { noticeId: id } }) =>
    db.notification.updateMany({ where: { workspaceId, id }, data: { readAt: new Date() } }),
  ),
  "/?index finish_review": begin((scene) => isToReview(scene, null)),
  "/?index reopen_review": begin((scene) => isToReview(scene, new Date())),
  "/?index unname_speaker": async ({ owner, house: { callId } }) => {
    const { number } = await correctWords(owner, callId, {
      ...{ intent: "correct_words", number: 1, segment: 0, firstWord: 0, lastWord: 0 },
      ...{ before: "Hello", after: "Hallo", scope: "here", addTerm: false },
    });
    return { number: String(number) };
  },
  "/playback/{callId} restore_reviewer": begin(({ owner, house: { callId, assignmentId } }) =>
    takeReviewer(owner, callId, assignmentId),
  ),
  "/playback/{callId} finish_review": begin((scene) => isToReview(scene, null)),
  "/playback/{callId} reopen_review": begin((scene) => isToReview(scene, new Date())),
  "/playback/{callId} reopen_comment": begin(({ owner: { workspaceId }, house: { commentId } }) =>
    db.comment.updateMany({
      where: { workspaceId, id: commentId },
      data: { resolvedAt: new Date() },
    }),
  ),
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
  ...Object.fromEntries(
    ["/library", "/library/{libraryId}"].map((page) => [
      `${page} unfollow`,
      begin(({ actor: { workspaceId, memberId }, house: { libraryId } }) =>
        db.libraryFollow.create({ data: { workspaceId, libraryId, memberId } }),
      ),
    ]),
  ),
  "/library/{libraryId}/items/{clipItemId} keep_place": begin(
    ({ actor, house: { libraryId, clipItemId } }) => openItem(actor, libraryId, clipItemId),
  ),
  "/library/{libraryId}/items/{itemId} keep_place": begin(
    ({ actor, house: { libraryId, itemId } }) => openItem(actor, libraryId, itemId),
  ),
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
  "/notices mark_all_read": begin(({ actor }) => aNotice(actor)),
  "no longer viewing as somebody": begin(async ({ actor: { workspaceId, sessionId } }) => {
    const { memberId: viewAsId } = await aMember({ id: workspaceId });
    await db.session.updateMany({ where: { workspaceId, id: sessionId }, data: { viewAsId } });
  }),
};
