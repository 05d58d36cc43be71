import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aRecording,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { savePreferences } from "../account/preferences.server.ts";
import { revokeSession, saveProfile } from "../account/profile.server.ts";
import { signOut } from "../account/sign-in.server.ts";
import { asSystem } from "../access/actor.ts";
import { recordingsData } from "#app/core/pages/recordings-export.server.ts";
import { editCall, restoreCall, trashCall } from "../call/call-writes.server.ts";
import { addPerson } from "../call/people.server.ts";
import { noteOpened } from "../call/who-watched.server.ts";
import { parseRecordingsQuery } from "#app/core/pages/recordings-query.ts";
import { makeTerm } from "../dictionary/term-writes.server.ts";
import { listFile } from "#tests/support/list-file.ts";
import { termForm } from "../dictionary/dictionary.schema.ts";
import { membersCommands } from "#app/core/pages/members-commands.server.ts";
import { askCommand } from "#tests/support/commands.ts";
import { importTranscript } from "../recording/import.server.ts";
import { noteDownload } from "../recording/media-file.server.ts";
import { retryRecording } from "../recording/retry.server.ts";
import { claimStage } from "../recording/stages.server.ts";
import { beginUploadForm, importForm } from "../recording/upload.schema.ts";
import { beginUpload, completeUpload, getUpload } from "../recording/upload.server.ts";
import { discardUpload, keepDuplicate, usePartial } from "../recording/upload-answers.server.ts";
import { exportTranscript } from "../transcript/transcript-reads.server.ts";
import { changeWorkspace } from "../workspace/workspace.server.ts";
import { checkChainFor } from "./chain.server.ts";
import { type AuditEvent, EVENTS } from "./events.ts";
import { record } from "./record.server.ts";

await queueForFile();

const facts = beginUploadForm.parse({ consent: true, files: [{ name: "a.wav", size: 30 }] });
const same = randomBytes(30);
const uploadOf = async (actor: SignedIn, bytes: Buffer) => {
  const ticket = await beginUpload(actor, facts);
  const upload = await getUpload(actor, ticket.uploads[0]?.id ?? "");
  await blobs().put(upload.key, Readable.from([bytes]));
  return { ...ticket, upload };
};
const ready = async (actor: SignedIn) => {
  const call = await aCall(actor);
  const recording = await aRecording(call);
  return {
    callId: call.id,
    recordingId: recording.id,
    ref: { workspaceId: call.workspaceId, recordingId: recording.id, callId: call.id },
  };
};
const aStage = async (actor: SignedIn, state: "failed" | "waiting") => {
  const made = await ready(actor);
  await db.recording.updateMany({ where: { id: made.recordingId }, data: { state: "uploaded" } });
  await db.stage.create({
    data: { workspaceId: actor.workspaceId, recordingId: made.recordingId, name: "inspect", state },
  });
  return made;
};

/** Every write of a member or the worker, what must stand before it, and the entries it leaves. */
const WRITES: [
  name: string,
  prepare: (actor: SignedIn) => Promise<(actor: SignedIn) => Promise<unknown>>,
  events: AuditEvent[],
][] = [
  [
    "an upload begins",
    () => Promise.resolve((a) => beginUpload(a, facts)),
    ["call.created", "consent.recorded", "upload.begun"],
  ],
  [
    "an upload ends",
    async (a) => {
      const { upload } = await uploadOf(a, randomBytes(30));
      return (b) => completeUpload(b, upload);
    },
    ["upload.finished"],
  ],
  [
    "a duplicate is kept",
    async (a) => {
      for (let n = 0; n < 2; n += 1) {
        const { upload } = await uploadOf(a, same);
        await completeUpload(a, upload);
        if (n === 1) return (b) => keepDuplicate(b, upload.recordingId);
      }
      throw new Error("unreachable");
    },
    ["upload.kept"],
  ],
  [
    "an upload is discarded",
    async (a) => {
      const { recordingId } = await uploadOf(a, randomBytes(30));
      return (b) => discardUpload(b, recordingId);
    },
    ["upload.discarded"],
  ],
  [
    "a part of an upload is used",
    async (a) => {
      const { recordingId } = await uploadOf(a, randomBytes(20));
      return (b) => usePartial(b, recordingId);
    },
    ["upload.finished"],
  ],
  [
    "a call is edited",
    async (a) => {
      const { callId } = await ready(a);
      return (b) => editCall(b, callId, { version: 1, title: "x" });
    },
    ["call.updated"],
  ],
  [
    "a call is trashed",
    async (a) => {
      const { callId } = await ready(a);
      return (b) => trashCall(b, callId);
    },
    ["call.trashed"],
  ],
  [
    "a call is restored",
    async (a) => {
      const { callId } = await ready(a);
      await trashCall(a, callId);
      return (b) => restoreCall(b, callId);
    },
    ["call.restored"],
  ],
  [
    "a person is added",
    async (a) => {
      const { callId } = await ready(a);
      return (b) => addPerson(b, callId, { name: "Ana", side: "C" });
    },
    ["call.updated"],
  ],
  [
    "a call is opened",
    async (a) => {
      const { callId } = await ready(a);
      return (b) => noteOpened(b, callId);
    },
    ["call.opened"],
  ],
  [
    "a recording is retried",
    async (a) => {
      const { recordingId } = await aStage(a, "failed");
      return (b) => retryRecording(b, recordingId);
    },
    ["recording.retried"],
  ],
  [
    "a recording fails",
    async (a) => {
      const { ref } = await aStage(a, "waiting");
      const attempt = (await claimStage(ref, "inspect")) ?? expect.fail("not claimed");
      return () => attempt.fail("unreadable", "x", false);
    },
    ["recording.failed"],
  ],
  [
    "a file is downloaded",
    async (a) => {
      const { callId } = await ready(a);
      return (b) =>
        noteDownload(b, {
          fileId: newId(),
          key: "k",
          bytes: 1,
          mime: "audio/mp4",
          etag: "x",
          title: "x",
          kind: "mix",
          callId,
        });
    },
    ["media.downloaded"],
  ],
  [
    "a list is exported",
    () =>
      Promise.resolve((b) =>
        listFile(b, recordingsData, parseRecordingsQuery(new URLSearchParams()).query),
      ),
    ["list.exported"],
  ],
  [
    "a transcript is imported",
    () =>
      Promise.resolve((b) =>
        importTranscript(
          b,
          importForm.parse({
            consent: true,
            name: "call.txt",
            text: "Ana: Hello there.\nBo: Good morning.\n",
          }),
        ),
      ),
    ["call.created", "consent.recorded", "transcript.imported"],
  ],
  [
    "a transcript is exported",
    async (a) => {
      const { callId } = await ready(a);
      await aTranscript({ id: callId, workspaceId: a.workspaceId }, [
        { t0Ms: 0, t1Ms: 900, text: "Hello" },
      ]);
      return (b) => exportTranscript(b, callId, 1, "txt");
    },
    ["transcript.exported"],
  ],
  [
    "a term is added",
    () => {
      const term = { term: "Kestrel", language: "en", category: "product", boost: 5 };
      return Promise.resolve((b) => makeTerm(b, termForm.parse({ intent: "make_term", ...term })));
    },
    ["term.added"],
  ],
  [
    "a language is chosen",
    () => Promise.resolve((b) => savePreferences(b, { language: "ja" })),
    ["preferences.changed"],
  ],
  ["somebody signs out", () => Promise.resolve((b) => signOut(b)), ["session.ended"]],
  [
    "somebody is invited",
    () =>
      Promise.resolve((b) =>
        askCommand(
          membersCommands,
          b,
          { intent: "invite", email: `${newId()}@example.com`, role: "rep" },
          {},
        ),
      ),
    ["member.invited"],
  ],
  [
    "a role is changed",
    async (a) => {
      const { memberId } = await aMember({ id: a.workspaceId });
      const input = { intent: "change", memberId, role: "manager", version: 1 };
      return (b) => askCommand(membersCommands, b, input, {});
    },
    ["member.changed"],
  ],
  [
    "somebody is deactivated",
    async (a) => {
      const { memberId } = await aMember({ id: a.workspaceId });
      return (b) =>
        askCommand(membersCommands, b, { intent: "deactivate", memberId, heirId: b.memberId }, {});
    },
    ["member.deactivated"],
  ],
  [
    "a sign-up link is made",
    () =>
      Promise.resolve((b) =>
        askCommand(membersCommands, b, { intent: "make_link", role: "rep" }, {}),
      ),
    ["link.made"],
  ],
  [
    "a team is made",
    () =>
      Promise.resolve((b) =>
        askCommand(membersCommands, b, { intent: "make_team", name: "Sales" }, {}),
      ),
    ["team.made"],
  ],
  [
    "a profile is changed",
    () =>
      Promise.resolve((b) =>
        saveProfile(b, {
          intent: "profile",
          name: "Mari",
          nameOrder: "given_first",
          language: "ja",
          timeZone: "UTC",
          version: 1,
        }),
      ),
    ["profile.changed"],
  ],
  [
    "a device is signed out",
    () => Promise.resolve((b) => revokeSession(b, b.sessionId)),
    ["session.revoked"],
  ],
  [
    "the workspace is changed",
    () =>
      Promise.resolve((b) =>
        changeWorkspace(b, {
          intent: "workspace",
          name: "Other",
          timeZone: "UTC",
          defaultVisibility: "team",
          signUpMode: "closed",
          signUpDomains: [],
          version: 1,
        }),
      ),
    ["workspace.changed"],
  ],
  ["the chain is checked", () => Promise.resolve((b) => checkChainFor(b)), ["chain.checked"]],
];

const entriesOf = (workspaceId: string) => db.auditEntry.findMany({ where: { workspaceId } });

test.each(WRITES)(
  "when %s the log has exactly the entries of it",
  async (_name, prepare, events) => {
    const actor = await aMember(await aWorkspace(), { role: "admin" });
    const write = await prepare(actor);
    const before = new Set((await entriesOf(actor.workspaceId)).map(({ id }) => id));
    await write(actor);
    const added = (await entriesOf(actor.workspaceId)).filter(({ id }) => !before.has(id));
    expect(added.map(({ event }) => event).sort()).toEqual([...events].sort());
    for (const entry of added) {
      expect(Object.entries(EVENTS)).toContainEqual([
        entry.event,
        expect.objectContaining({ log: entry.log }),
      ]);
      expect(entry.actor).toEqual(
        entry.actorKind === "member"
          ? actor.memberId
          : expect.stringMatching(/^(?:recording|call|pipeline)/),
      );
    }
  },
);

test.each(WRITES.filter(([name]) => !/a recording fails|transcript is exported/.test(name)))(
  "when %s and the log refuses, nothing was done",
  async (_name, prepare) => {
    const actor = await aMember(await aWorkspace(), { role: "admin" });
    const write = await prepare(actor);
    const before = await snapshot(actor.workspaceId);
    // An address the column cannot hold: the entry's own statement fails, inside the write's transaction.
    await expect(
      write({ ...actor, origin: { ...actor.origin, ip: "no address" } }),
    ).rejects.toThrow();
    expect(await snapshot(actor.workspaceId)).toEqual(before);
  },
);

async function snapshot(workspaceId: string) {
  const where = { where: { workspaceId }, orderBy: { id: "asc" as const } };
  return {
    entries: await db.auditEntry.count({ where: { workspaceId } }),
    calls: await db.call.findMany(where),
    recordings: await db.recording.findMany(where),
    uploads: (await db.upload.findMany(where)).map(
      ({ lock: _lock, lockUntil: _until, ...row }) => row,
    ),
    files: await db.file.findMany(where),
    people: await db.participant.findMany(where),
    stages: await db.stage.findMany({
      where: { workspaceId },
      orderBy: [{ recordingId: "asc" }, { name: "asc" }],
    }),
    terms: await db.term.findMany(where),
    members: await db.member.findMany(where),
    teams: await db.team.findMany(where),
    links: await db.signUpLink.findMany(where),
    workspace: await db.workspace.findUnique({ where: { id: workspaceId } }),
    emails: await db.mailOutbox.count({ where: { workspaceId } }),
    sessions: await db.session.findMany(where),
    transcripts: await db.transcript.findMany(where),
    views: await db.callView.count({ where: { workspaceId } }),
    consents: await db.consentRecord.count({ where: { workspaceId } }),
    jobs: await db.$queryRaw`SELECT id FROM jobs.job WHERE data->>'workspaceId' = ${workspaceId} ORDER BY id`,
  };
}

test("a transaction that is rolled back leaves no entry", async () => {
  const actor = await aMember(await aWorkspace());
  const writing = db.$transaction(async (tx) => {
    await record(tx, actor, "call.updated", { kind: "call", id: newId() });
    throw new Error("on purpose");
  });
  await expect(writing).rejects.toThrow("on purpose");
  expect(await entriesOf(actor.workspaceId)).toEqual([]);
});

test("an entry says who, from where, on which request, and what changed", async () => {
  const actor = {
    ...(await aMember(await aWorkspace())),
    origin: { ip: "2001:db8::1", agent: "Firefox\r\nX: y", requestId: "r-1" },
  };
  const target = { kind: "call", id: newId() };
  await db.$transaction((tx) =>
    record(tx, actor, "call.updated", target, { before: { a: 1 }, after: { a: 2 } }),
  );
  await db.$transaction((tx) =>
    record(tx, asSystem(actor.workspaceId, "sweep"), "recording.ready", target),
  );
  const entries = await entriesOf(actor.workspaceId);
  expect(entries.find(({ event }) => event === "call.updated")).toMatchObject({
    log: "user",
    actorKind: "member",
    actor: actor.memberId,
    targetKind: "call",
    target: target.id,
    before: '{"a":1}',
    after: '{"a":2}',
    ip: "2001:db8::1",
    agent: "Firefox\r\nX: y",
    request: "r-1",
  });
  expect(entries.find(({ event }) => event === "recording.ready")).toMatchObject({
    log: "system",
    actorKind: "system",
    actor: "sweep",
    ip: null,
  });
});

test("one visit is one entry, however often the page is loaded", async () => {
  const actor = await aMember(await aWorkspace());
  const { callId } = await ready(actor);
  for (let n = 0; n < 3; n += 1) await noteOpened(actor, callId);
  expect((await entriesOf(actor.workspaceId)).map(({ event }) => event)).toEqual(["call.opened"]);
});
