import { expect, inject, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import {
  aCall,
  aMember,
  aParticipant,
  aRecording,
  aTeam,
  aTrack,
  aTranscript,
  aWorkspace,
} from "#tests/support/factories.ts";
import { withClient } from "./connection.server.ts";

const asOwner = <R extends object>(sql: string): Promise<R[]> =>
  withClient(
    process.env["DATABASE_OWNER_URL"] ?? "",
    async (client) => (await client.query<R>(sql)).rows,
  );

/** Indexes that do not begin with the workspace: secrets and logins that find it, and sweeps over all (data §1). */
const DOORS = [
  "bulk_run__open",
  "call__sweep",
  "call_search__stale",
  "connection__check_due",
  "crm_write__due",
  "crm_write__expiring",
  "cut__open",
  "cut_output__open",
  "embed_key__key_hash",
  "embed_token__token_hash",
  "guest__token_hash",
  "identity__email",
  "live_recorder__lease_until",
  "mail_outbox__dedupe",
  "mail_outbox__due_at",
  "notification__mail_due",
  "one_time_code__code_hash",
  "one_time_code__email_kind",
  "partner_login__issuer_subject",
  "passkey__credential",
  "pre_session__token_hash",
  "recording__sweep",
  "required_viewing__open",
  "session__token_hash",
  "share_visit__visitor",
  "shared_link__url_hash",
  "sign_up_link__url_hash",
  "stage__open",
  "summary_run__trials",
  "upload__expires_at",
  "view_digest__due_at",
  "workspace__slug",
];
const PARTIAL = [
  "bulk_run__open",
  "call__activity",
  "call__list",
  "call__of_company",
  "call__one_live",
  "call__sample",
  "call__sweep",
  "call__trashed",
  "call_deal__one_primary",
  "call_grant__of_everyone",
  "call_grant__of_item",
  "call_search__stale",
  "call_view__of_member",
  "clip__trash",
  "clip__waits",
  "comment__of_call",
  "connection__check_due",
  "crm_write__due",
  "crm_write__expiring",
  "crm_write__open",
  "cut__open",
  "cut_output__open",
  "deal__living",
  "deal_stage__folded",
  "feedback_request__open",
  "hit__of_tracker",
  "label__folded",
  "label__rules",
  "library__living",
  "library_item__asked",
  "library_item__living",
  "mail_outbox__due_at",
  "member__email",
  "metric_row__people",
  "metric_row__sides",
  "metric_row__talk",
  "notification__mail_due",
  "notification__unread",
  "recording__primary",
  "recording__sweep",
  "recording__unfinished",
  "required_viewing__open",
  "review_assignment__open",
  "saved_view__folded",
  "segment__current",
  "segment__replay",
  "stage__open",
  "summary_run__in_flight",
  "summary_run__trials",
  "team__name",
  "template_version__one_draft",
  "template_version__one_published",
  "term__language_term",
  "term_suggestion__pair",
  "tracker__folded",
  "transcript__current",
  "upload__expires_at",
];

test("only the doors are indexed without the workspace in front", async () => {
  const found = await asOwner<{ name: string }>(`
    SELECT i.relname AS name
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
    WHERE t.relnamespace = 'public'::regnamespace AND a.attname IS DISTINCT FROM 'workspace_id' AND NOT x.indisprimary
    ORDER BY 1`);
  expect(found.map(({ name }) => name)).toEqual(DOORS);
});

test("every key begins with the workspace, but for the installation's own tables", async () => {
  const found = await asOwner<{ name: string }>(`
    SELECT t.relname AS name FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
    WHERE t.relnamespace = 'public'::regnamespace AND x.indisprimary AND a.attname <> 'workspace_id' ORDER BY 1`);
  expect(found.map(({ name }) => name)).toEqual([
    "_prisma_migrations",
    "installation",
    "mail_outbox",
    "one_time_code",
    "part_state",
    "pre_session",
    "rate_limit",
    "speech_model",
    "workspace",
  ]);
});

test("the partial indexes are those the queries repeat", async () => {
  const found = await asOwner<{ name: string }>(
    "SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '% WHERE %' ORDER BY 1",
  );
  expect(found.map(({ name }) => name)).toEqual(PARTIAL);
});

test("every reference between a workspace's rows names the workspace", async () => {
  const loose = await asOwner(`
    SELECT c.conname FROM pg_constraint c JOIN pg_class p ON p.oid = c.confrelid
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND p.relname <> 'workspace' AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) AND a.attname = 'workspace_id')`);
  expect(loose).toEqual([]);
});

test("a call refuses an owner and a team of another workspace", async () => {
  const ours = await aMember(await aWorkspace());
  const elsewhere = await aWorkspace();
  const theirs = await aMember(elsewhere);
  const team = await aTeam(elsewhere);
  await expect(aCall({ ...ours, memberId: theirs.memberId })).rejects.toMatchObject({
    code: "P2003",
  });
  await expect(aCall(ours, { teamId: team.id })).rejects.toMatchObject({ code: "P2003" });
  await expect(db.call.count({ where: { workspaceId: ours.workspaceId } })).resolves.toBe(0);
});

test("a participant stays with its workspace when its call is named from another", async () => {
  const call = await aCall(await aMember(await aWorkspace()));
  const elsewhere = await aWorkspace();
  await expect(aParticipant({ id: call.id, workspaceId: elsewhere.id })).rejects.toMatchObject({
    code: "P2003",
  });
});

test("a change moves updated_at by the database's clock, and one that sets it is believed", async () => {
  const call = await aCall(await aMember(await aWorkspace()));
  const key = { workspaceId_id: { workspaceId: call.workspaceId, id: call.id } };
  const renamed = await db.call.update({ where: key, data: { title: "Renamed" } });
  expect(renamed.updatedAt.getTime()).toBeGreaterThan(call.updatedAt.getTime());
  const old = new Date("2020-01-01T00:00:00Z");
  const aged = await db.call.update({ where: key, data: { updatedAt: old } });
  expect(aged.updatedAt).toEqual(old);
});

test("a right is a member's or a team's, never both, never nobody's", async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  const owner = await aMember(workspace, { teams: [team] });
  const call = await aCall(owner);
  const grant = (to: { memberId?: string; teamId?: string }) =>
    db.callGrant.create({
      data: {
        id: newId(),
        workspaceId: workspace.id,
        callId: call.id,
        level: "view",
        source: "direct",
        ...to,
      },
    });
  await expect(grant({})).rejects.toThrow("call_grant__grantee_check");
  await expect(grant({ memberId: owner.memberId, teamId: team.id })).rejects.toThrow(
    "call_grant__grantee_check",
  );
  await expect(grant({ teamId: team.id })).resolves.toMatchObject({ teamId: team.id });
});

test("words of Japanese are found: the character type knows them", async () => {
  await expect(asOwner("SELECT cardinality(show_trgm('日本')) > 0 AS found")).resolves.toEqual([
    { found: true },
  ]);
});

const { url, ownerUrl } = inject("template");
const hasOwnRole = new URL(url).username !== new URL(ownerUrl).username;

test("the application's role appends to the audit and changes nothing of it", async ({ skip }) => {
  if (!hasOwnRole) skip("the database given has one role for owner and application");
  const { id: workspaceId } = await aWorkspace();
  const id = newId();
  await db.$executeRaw`INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind) VALUES (${workspaceId}::uuid, ${id}::uuid, 'user', 'test', 'system')`;
  const denied = /permission denied/;
  for (const statement of [
    "UPDATE audit_entry SET event = 'other'",
    "DELETE FROM audit_entry",
    "TRUNCATE audit_entry",
    "INSERT INTO audit_entry (workspace_id, id, log, event, actor_kind, created_at) VALUES (gen_random_uuid(), gen_random_uuid(), 'user', 'test', 'system', '2020-01-01')",
    "UPDATE audit_seal SET seq = 7",
    "DELETE FROM audit_seal",
    "INSERT INTO audit_seal (workspace_id, seq, entry_id, hash) VALUES (gen_random_uuid(), 1, gen_random_uuid(), '')",
    "UPDATE audit_head SET seq = 0",
    "UPDATE consent_record SET answer = 'agreed'",
    "DELETE FROM consent_record",
    "DROP TABLE gap",
    "CREATE TABLE mine (n int)",
    "DELETE FROM _prisma_migrations",
  ])
    await expect(db.$executeRawUnsafe(statement), statement).rejects.toThrow(
      statement.startsWith("DROP") ? /must be owner/ : denied,
    );
  await expect(
    db.auditEntry.findMany({ where: { workspaceId }, select: { event: true } }),
  ).resolves.toEqual([{ event: "test" }]);
});

test("a call has one primary recording and one current transcript", async () => {
  const call = await aCall(await aMember(await aWorkspace()));
  await aRecording(call);
  await expect(aRecording(call)).rejects.toMatchObject({ code: "P2002" });
  await expect(aRecording(call, { isPrimary: false })).resolves.toMatchObject({ isPrimary: false });
  await aTranscript(call);
  await expect(aTranscript(call, [], { number: 2 })).rejects.toMatchObject({ code: "P2002" });
  await expect(aTranscript(call, [], { number: 2, isCurrent: false })).resolves.toMatchObject({
    number: 2,
  });
});

test("a transcript takes its segments with it, and a segment in use keeps its track", async () => {
  const call = await aCall(await aMember(await aWorkspace()));
  const person = await aParticipant(call);
  const track = await aTrack(await aRecording(call), { participantId: person.id });
  const { id, workspaceId } = await aTranscript(call, [
    { participantId: person.id, trackId: track.id, t0Ms: 0, t1Ms: 900, text: "hello there" },
    { participantId: person.id, t0Ms: 900, t1Ms: 2_000, text: "確認します" },
  ]);
  const where = { workspaceId, baseId: id };
  await expect(
    db.segment.findMany({ where, orderBy: { no: "asc" }, select: { no: true, text: true } }),
  ).resolves.toEqual([
    { no: 0, text: "hello there" },
    { no: 1, text: "確認します" },
  ]);
  const ofTrack = { where: { workspaceId_id: { workspaceId, id: track.id } } };
  await expect(db.track.delete(ofTrack)).rejects.toMatchObject({ code: "P2003" });
  await db.transcript.delete({ where: { workspaceId_id: { workspaceId, id } } });
  await expect(db.segment.count({ where })).resolves.toBe(0);
  await expect(db.track.delete(ofTrack)).resolves.toMatchObject({ id: track.id });
});

test("nobody changes an answer of the consent ledger, the owner included, and calls can still be deleted", async () => {
  const call = await aCall(await aMember(await aWorkspace()));
  const { workspaceId } = call;
  const textHash = new Uint8Array(32);
  const about = { name: "A guest", policy: 1, method: "page", answer: "agreed", textHash } as const;
  await db.consentRecord.create({ data: { id: newId(), workspaceId, callId: call.id, ...about } });
  await expect(asOwner("UPDATE consent_record SET answer = 'refused'")).rejects.toThrow(
    "append-only",
  );
  const key = (id: string) => ({ where: { workspaceId_id: { workspaceId, id } } });
  await expect(db.call.delete(key(call.id))).rejects.toMatchObject({ code: "P2003" });
  await asOwner("DELETE FROM consent_record");
  await expect(db.call.delete(key(call.id))).resolves.toMatchObject({ id: call.id });
});
