// First: the application reads its settings once.
import "#tests/support/room-service.ts";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { stopClock } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { RoomToken } from "#app/core/platform/livekit.server.ts";
import { aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { codeOf, eventsOf } from "#tests/support/live-call.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { actOnCall } from "#tests/support/commands.ts";
import { builtInConsent, GUEST_ORIGIN } from "#tests/support/live-rows.ts";
import { asSystem } from "../access/actor.ts";
import { consentHash } from "./consent-text.server.ts";
import { seatDemoVoices } from "./demo-voices.server.ts";
import { endForAll } from "./end.server.ts";
import { requestToJoin } from "./guest.server.ts";
import { invitationUrl } from "./invitation.server.ts";
import { checkListeners } from "./listeners.server.ts";
import { findLiveCall } from "./live-call-view.server.ts";
import { startDemoCall } from "./start.server.ts";
import { stateOf, waitingOf } from "./stream.server.ts";
import { aLiveTeam, type LiveTeam, ONE, TWO } from "./test-live-team.ts";
import { takeToken } from "./token.server.ts";

await queueForFile();
let team: LiveTeam;
const claims = z.object({ video: z.record(z.string(), z.unknown()) });
const grantsOf = ({ token }: RoomToken) =>
  claims.parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())).video;
beforeEach(async () => {
  team = await aLiveTeam();
});

describe("with a media server", () => {
  test("twenty people are in a room at most, and who took part and has left is none of them", async () => {
    const { workspace, mate, call, join, grant } = team;
    await grant(mate, "edit");
    const ref = { workspaceId: workspace.id, callId: call.callId };
    const people = Array.from({ length: 20 }, (_, n) => ({
      id: newId(),
      name: `P${n}`,
      lane: n + 1,
    }));
    await db.participant.createMany({
      data: people.map((one) => ({ ...one, ...ref, side: "R", role: "rep" })),
    });
    await db.participantPresence.createMany({
      data: people.map(({ id }, n) => ({
        ...{ ...ref, participantId: id, identity: `rep:${id}:tab`, joinedMs: n },
      })),
    });
    await expect(codeOf(join(mate))).resolves.toBe("limit_reached");
    await db.participantPresence.updateMany({ where: ref, data: { leftMs: 100 } });
    await expect(join(mate)).resolves.toMatchObject({ room: `c:${call.callId}` });
  });

  test("who may edit the call joins once, on the next lane; two tabs at once make one person", async () => {
    const { workspace, mate, call, join, grant } = team;
    await grant(mate, "edit");
    await Promise.all([join(mate, ONE), join(mate, TWO)]);
    const people = await db.participant.findMany({
      where: { callId: call.callId, memberId: mate.memberId },
    });
    expect(people).toMatchObject([{ role: "rep", side: "R", lane: 1, name: mate.name }]);
    expect((await eventsOf(workspace.id)).filter((event) => event === "live.joined")).toHaveLength(
      1,
    );
  });

  test("a locked room takes nobody new, and everybody who is of it", async () => {
    const { owner, mate, admin, call, join, grant } = team;
    await grant(mate, "edit");
    await grant(admin, "edit");
    await join(mate);
    await actOnCall(owner, call.callId, { intent: "lock" });
    await expect(codeOf(join(mate, TWO))).resolves.toBe("done");
    await expect(codeOf(join(admin))).resolves.toBe("forbidden");
  });

  test("reading along gives no place in the room", async () => {
    const { mate, manager, admin, call, join, grant } = team;
    for (const who of [mate, manager, admin])
      await expect(codeOf(join(who))).resolves.toBe("forbidden");
    await grant(admin, "view");
    await expect(codeOf(join(admin))).resolves.toBe("forbidden");
    await expect(db.participant.count({ where: { callId: call.callId } })).resolves.toBe(1);
  });

  test("only a manager's scope hears, for admins too, and never a private call", async () => {
    const { workspace, owner, mate, manager, admin, call, join, hear, grant } = team;
    const adminOfTeam = await aMember(workspace, {
      role: "admin",
      teams: [{ id: owner.teamIds[0] ?? "" }],
    });
    const elsewhere = await aMember(workspace, {
      role: "manager",
      teams: [await aTeam(workspace)],
    });
    await expect(codeOf(hear(manager))).resolves.toBe("done");
    await expect(codeOf(hear(adminOfTeam, TWO))).resolves.toBe("done");
    await expect(codeOf(hear(admin))).resolves.toBe("forbidden");
    await expect(codeOf(hear(mate))).resolves.toBe("forbidden");
    await expect(codeOf(hear(owner))).resolves.toBe("forbidden");
    await expect(codeOf(hear(elsewhere))).resolves.toBe("not_found");
    const stranger = await aMember(await aWorkspace(), { role: "manager", scope: "workspace" });
    await expect(codeOf(hear(stranger))).resolves.toBe("not_found");
    await expect(codeOf(join(stranger))).resolves.toBe("not_found");
    await db.call.updateMany({ where: { id: call.callId }, data: { visibility: "private" } });
    await expect(codeOf(hear(manager))).resolves.toBe("not_found");
    await grant(manager, "view");
    await expect(codeOf(hear(manager))).resolves.toBe("forbidden");
  });

  test("who started a demo's call hears its voices unseen, and nothing is written of it", async () => {
    const demo = await aWorkspace({ isDemo: true });
    const teams = [await aTeam(demo)];
    const starter = await aMember(demo, { teams });
    const mate = await aMember(demo, { teams });
    const manager = await aMember(demo, { role: "manager", teams });
    const stranger = await aMember(await aWorkspace({ isDemo: true }));
    const callId = await startDemoCall(starter);
    const hear = (who: SignedIn, tabId: string = ONE) =>
      takeToken(who, null, callId, { as: "listener", tabId, takesOver: "false" });

    const token = await hear(starter);
    expect(token).toMatchObject({ identity: `mgr:${ONE}`, room: `c:${callId}` });
    expect(grantsOf(token)).toMatchObject({
      ...{ hidden: true, canSubscribe: true, canPublish: false, canPublishData: false },
      room: `c:${callId}`,
    });
    const ref = { workspaceId: demo.id, callId };
    await checkListeners(ref, [token.identity]);
    await actOnCall(starter, callId, { intent: "leave", tabId: ONE });
    expect((await stateOf(ref)).listeners).toEqual([]);
    await expect(db.liveListener.count({ where: { callId } })).resolves.toBe(0);
    await expect(eventsOf(demo.id)).resolves.toEqual(["call.created", "live.started"]);
    await expect(db.notification.count({ where: { workspaceId: demo.id } })).resolves.toBe(0);

    await expect(codeOf(hear(mate))).resolves.toBe("forbidden");
    await expect(codeOf(hear(stranger))).resolves.toBe("not_found");
    const may = async (who: SignedIn) => (await findLiveCall(who, callId))?.canListen;
    expect([await may(starter), await may(mate), await may(manager)]).toEqual([true, false, true]);
    // A manager listens in as they do anywhere: with a badge.
    await hear(manager, TWO);
    expect((await stateOf(ref)).listeners).toEqual([manager.name]);
    await expect(eventsOf(demo.id)).resolves.toContain("live.listen_started");

    await endForAll(starter, callId);
    await expect(codeOf(hear(starter))).resolves.toBe("invalid_state");
  });

  test("no person gets into a demo's call: neither a guest with its link, nor a member who may edit it", async () => {
    const demo = await aWorkspace({ isDemo: true });
    const teams = [await aTeam(demo)];
    const starter = await aMember(demo, { teams });
    const mate = await aMember(demo, { teams });
    const callId = await startDemoCall(starter);
    const ref = { workspaceId: demo.id, callId };
    const link = await db.sharedLink.findFirstOrThrow({ where: ref });
    const urlPath = new URL(invitationUrl(link.urlEnc)).pathname.split("/").at(-1) ?? "";
    const knock = () =>
      requestToJoin(
        urlPath,
        null,
        {
          ...{ name: "Haruki", email: null, consent: "agreed" },
          consentHash: consentHash(builtInConsent("en", demo.name)),
        },
        GUEST_ORIGIN,
        builtInConsent,
      );
    await db.callGrant.create({
      data: { id: newId(), ...ref, memberId: mate.memberId, level: "edit", source: "direct" },
    });
    const join = (who: SignedIn) =>
      takeToken(who, null, callId, { as: "member", tabId: TWO, takesOver: "false" });

    await expect(codeOf(knock())).resolves.toBe("link_ended");
    const seat = () =>
      seatDemoVoices(
        asSystem(demo.id, "demo.call"),
        callId,
        { title: "A demo", guestName: "Elena" },
        builtInConsent,
      );
    const voices = await seat();
    expect([voices?.host.room, voices?.guest.room]).toEqual([`c:${callId}`, `c:${callId}`]);
    await expect(codeOf(knock())).resolves.toBe("link_ended");
    for (const who of [starter, mate]) await expect(codeOf(join(who))).resolves.toBe("link_ended");

    const people = await db.participant.findMany({ where: ref, orderBy: { lane: "asc" } });
    expect(people.map(({ name }) => name)).toEqual([starter.name, "Elena"]);
    expect(await waitingOf(ref)).toEqual([]);
    expect((await findLiveCall(starter, callId))?.invitation).toBeNull();
    await expect(
      db.sharedLink.count({ where: { ...ref, kind: "invitation", revokedAt: null } }),
    ).resolves.toBe(0);
    expect(await seat(), "the job runs again").not.toBeNull();
  });

  test("two tabs of one manager are one badge, which stays until both are gone", async () => {
    const { manager, call, hear } = team;
    await hear(manager, ONE);
    await hear(manager, TWO);
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
    await actOnCall(manager, call.callId, { intent: "leave", tabId: ONE });
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
  });

  test("a page that dies ends its listening once it is missed, and a token that lives brings the badge back", async () => {
    const { workspace, manager, call, hear } = team;
    const { identity } = await hear(manager);
    await checkListeners(call, []);
    expect((await stateOf(call)).listeners).toEqual([manager.name]); // may be on the way
    const letGo = stopClock(new Date(Date.now() + 31_000));
    await checkListeners(call, [identity]);
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
    await checkListeners(call, []);
    expect((await stateOf(call)).listeners).toEqual([]);
    await checkListeners(call, [identity]);
    expect((await stateOf(call)).listeners).toEqual([manager.name]);
    letGo();
    const entries = await db.auditEntry.findMany({
      where: { workspaceId: workspace.id, event: { startsWith: "live.listen" } },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ event, actorKind }) => `${event} ${actorKind}`)).toEqual([
      "live.listen_started member",
      "live.listen_ended system",
      "live.listen_started system",
    ]);
    expect(JSON.parse(entries[1]?.after ?? "{}")).toMatchObject({ memberId: manager.memberId });
  });

  test("a listener's name at the media server belongs to one member", async () => {
    const { workspace, owner, manager, hear } = team;
    await hear(manager, ONE);
    const other = await aMember(workspace, {
      role: "manager",
      teams: [{ id: owner.teamIds[0] ?? "" }],
    });
    await expect(codeOf(hear(other, ONE))).resolves.toBe("forbidden");
  });

  test("the end closes listening, and nobody gets a token any more", async () => {
    const { workspace, owner, manager, call, join, hear } = team;
    await hear(manager);
    await endForAll(owner, call.callId);
    await expect(
      db.liveListener.count({ where: { callId: call.callId, endedAt: null } }),
    ).resolves.toBe(0);
    expect(await eventsOf(workspace.id)).toContain("live.listen_ended");
    await expect(codeOf(join(owner))).resolves.toBe("invalid_state");
    await expect(codeOf(hear(manager))).resolves.toBe("invalid_state");
  });

  test("who is nobody here, and who names no tab, gets nothing", async () => {
    const { owner, call } = team;
    const wish = { tabId: ONE, takesOver: "false" } as const;
    await expect(
      codeOf(takeToken(null, null, call.callId, { ...wish, as: "guest" })),
    ).resolves.toBe("unauthenticated");
    await expect(
      codeOf(takeToken(null, null, call.callId, { ...wish, as: "member" })),
    ).resolves.toBe("unauthenticated");
    await expect(
      codeOf(takeToken(owner, null, call.callId, { as: "member", takesOver: "false" })),
    ).resolves.toBe("validation_failed");
  });
});
