import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callAccess, can } from "#app/core/domain/access/access.ts";
import {
  type CallPermission,
  NOUNS,
  WORKSPACE_POLICY,
  type WorkspacePermission,
} from "#app/core/domain/access/policy/policy.ts";
import { seal } from "#app/core/platform/crypto.server.ts";
import { blobs } from "#app/core/platform/blob/store.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { closeFeed } from "#app/core/platform/live-feed.server.ts";
import { paths } from "#app/paths.ts";
import { startSession } from "#app/core/domain/account/session.server.ts";
import {
  aMember,
  aParticipant,
  aTeam,
  aTranscript,
  aWorkspace,
  type SignedIn,
} from "#tests/support/factories.ts";
import { aGuest, aLiveCall } from "#tests/support/live-rows.ts";
import { startQueue } from "#tests/support/queue.ts";
import { type App, type AppRoute, openApp } from "./app.ts";

const isCallPermission = (name: string): name is CallPermission => name in NOUNS.call;
const isOfWorkspace = (name: string): name is WorkspacePermission => name in WORKSPACE_POLICY;
const ORIGIN = "http://127.0.0.1:3000";
const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;
type Params = Record<string, string>;

let app: App;
let stopQueue: () => Promise<void>;
const people: Record<string, SignedIn> = {};
/** One call of each kind in our workspace, and one in another, as the parameters of addresses. */
const ours: Record<string, Params & { callId: string }> = {};
let theirs: Params & { callId: string };
let stranger: SignedIn;

beforeAll(async () => {
  stopQueue = await startQueue();
  app = await openApp();
  const workspace = await aWorkspace();
  const [team, away] = [await aTeam(workspace), await aTeam(workspace)];
  Object.assign(people, {
    owner: await aMember(workspace, { teams: [team] }),
    mate: await aMember(workspace, { teams: [team] }),
    other: await aMember(workspace, { teams: [away] }),
    manager: await aMember(workspace, { role: "manager", teams: [team] }),
    admin: await aMember(workspace, { role: "admin" }),
  });
  const owner = people["owner"] ?? expect.fail("no owner");
  for (const visibility of ["private", "team", "workspace"] as const)
    ours[visibility] = await aWholeCall(owner, visibility);
  ours["granted"] = await aWholeCall(owner, "private");
  for (const [who, level] of [
    ["other", "view"],
    ["mate", "edit"],
  ] as const)
    await db.callGrant.create({
      data: {
        id: newId(),
        workspaceId: workspace.id,
        callId: ours["granted"]["callId"],
        memberId: people[who]?.memberId ?? "",
        level,
        source: "direct",
      },
    });
  stranger = await aMember(await aWorkspace(), { role: "admin" });
  theirs = await aWholeCall(stranger, "workspace");
}, 120_000);
afterAll(async () => {
  app.close();
  await closeFeed();
  await stopQueue();
});

afterEach(() => {
  expect(app.faults).toEqual([]);
});

/** Everything an address can name. A parameter with a new name needs a value here, and nothing else. */
async function aWholeCall(
  owner: SignedIn,
  visibility: "private" | "team" | "workspace",
): Promise<Params & { callId: string }> {
  // It runs, and has been planned: a member has one call that was not.
  const live = await aLiveCall(owner, { visibility, scheduledStart: new Date(0) });
  const { workspaceId, callId, recordingId } = live;
  const call = { id: callId, workspaceId };
  const person = await aParticipant(call, { lane: 1 });
  await aTranscript(
    call,
    [{ participantId: person.id, t0Ms: 0, t1Ms: 1_000, text: "Hello there" }],
    { recordingId, number: 2, isCurrent: false },
  );
  const { guestId } = await aGuest(live);
  const key = `${workspaceId}/${recordingId}/normalise-1/mix.m4a`;
  await blobs().put(key, Readable.from([randomBytes(100)]));
  const file = await db.file.create({
    data: {
      id: newId(),
      workspaceId,
      recordingId,
      kind: "mix",
      key,
      bytes: 100n,
      sha256: new Uint8Array(32),
      mime: "audio/mp4",
    },
  });
  return {
    callId,
    id: recordingId,
    fileId: file.id,
    guestId,
    urlPath: live.urlPath,
    part: randomUUID(),
    seq: "0",
    number: "2",
    page: "0",
    file: "2.txt",
    format: "csv",
    ...(await aHousehold(workspaceId)),
    code: "not_found",
    "*": "nowhere",
  };
}

/** What else a workspace has that forms can name: a colleague, a team, a sign-up link. */
async function aHousehold(workspaceId: string): Promise<Params> {
  const team = await aTeam({ id: workspaceId });
  const colleague = await aMember({ id: workspaceId }, { teams: [team] });
  const link = await db.signUpLink.create({
    data: {
      id: newId(),
      workspaceId,
      urlHash: new Uint8Array(randomBytes(32)),
      urlEnc: new Uint8Array(seal("sign-up-link", "x".repeat(22))),
      role: "rep",
      maxUses: 5,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  const { id: sessionId } = await db.session.findFirstOrThrow({
    where: { workspaceId, memberId: colleague.memberId },
  });
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId: colleague.memberId },
  });
  const { id: passkeyId } = await db.passkey.create({
    data: {
      id: newId(),
      workspaceId,
      identityId,
      credential: new Uint8Array(randomBytes(16)),
      publicKey: new Uint8Array(randomBytes(16)),
      signCount: 0n,
      name: "A laptop",
    },
  });
  return { memberId: colleague.memberId, teamId: team.id, linkId: link.id, sessionId, passkeyId };
}

const IDS = ["callId", "id", "fileId", "memberId", "teamId", "linkId", "sessionId", "passkeyId"];
const unknown = (): Params => ({
  ...theirs,
  ...Object.fromEntries([...IDS, "guestId"].map((name) => [name, randomUUID()])),
});
/** What an action is asked with: the first method it offers. */
const methodOf = ({ action }: AppRoute): string =>
  typeof action?.needs === "object" && action.needs !== null
    ? (Object.keys(action.needs)[0] ?? "POST")
    : "POST";
const namesIn = ({ path }: AppRoute): string[] =>
  [...path.matchAll(/:([A-Za-z-]+)|(\*)/g)].map((hit) => hit[1] ?? hit[2] ?? "");
const idsIn = (route: AppRoute): string[] => namesIn(route).filter((name) => IDS.includes(name));

function addressOf(route: AppRoute, params: Params, isData: boolean): URL {
  const path = route.path.replace(/:([A-Za-z-]+)|(\*)/g, (_hit, name: string | undefined) => {
    const value = params[name ?? "*"];
    if (value === undefined) throw new Error(`aWholeCall names no {${name ?? "*"}}`);
    return name === undefined ? value : encodeURIComponent(value);
  });
  const url = new URL(`/${path}`, ORIGIN);
  if (isData && route.isPage) url.searchParams.set("_data", route.id);
  return url;
}

type Ask = {
  as?: SignedIn | undefined;
  params?: Params;
  method?: string;
  accept?: string;
  form?: Record<string, string>;
  isDocument?: boolean;
};
async function ask(
  route: AppRoute,
  { as, params = theirs, method = "GET", accept = "*/*", form, isDocument = false }: Ask,
) {
  // One of these addresses ends the session it is asked with.
  const token = as && (method === "GET" ? as.token : await anotherToken(as));
  const headers = new Headers({ accept, ...(token && { cookie: `__Host-sid=${token}` }) });
  const body = form && new URLSearchParams(form);
  const answer = await app.ask(
    new Request(addressOf(route, params, !isDocument), { method, headers, ...(body && { body }) }),
  );
  const isStream = (answer.headers.get("content-type") ?? "").startsWith("text/event-stream");
  const text = isStream ? "" : await answer.text();
  if (isStream) await answer.body?.cancel();
  const status =
    answer.status === 204 && answer.headers.has("x-remix-redirect") ? 302 : answer.status;
  return {
    status,
    text,
    location: answer.headers.get("location") ?? answer.headers.get("x-remix-redirect"),
  };
}

async function anotherToken({ workspaceId, memberId, origin }: SignedIn): Promise<string> {
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { workspaceId, memberId },
  });
  return db.$transaction((tx) => startSession(tx, { workspaceId, memberId, identityId }, origin));
}

const addressed = (): AppRoute[] =>
  app.routes.filter(({ path, id }) => path !== "" || id === "routes/work/home");
const ofMembers = (entrance: "loader" | "action"): AppRoute[] =>
  addressed().filter((route) => route[entrance]?.audience === "member");

const undeclared = ({ routes }: App): string[] =>
  routes.flatMap(({ id, undeclared: ways }) => ways.map((way) => `${id} ${way}`));

test("every entrance of the table declares what it needs and for whom", () => {
  expect(undeclared(app)).toEqual([]);
  expect(app.routes.length).toBeGreaterThan(15);
  expect(ofMembers("loader").length).toBeGreaterThan(8);
  expect(ofMembers("action").length).toBeGreaterThan(3);
  for (const { loader, action } of app.routes)
    for (const entrance of [loader, action])
      if (entrance) expect(["member", "guest", "anybody"]).toContain(entrance.audience);
});

test.each([
  ["a loader that anybody may call", { loader: () => new Response("all calls") }],
  ["an action of its own", { action: () => new Response("done"), default: () => null }],
  ["a builder of somebody else", { loader: Object.assign(() => null, { needs: "call.read" }) }],
])("a planted route with %s fails the test above", async (_name, module) => {
  const entry = { path: "planted", file: "routes/resource/planted.ts" };
  const found = await openApp({ entry, module });
  expect(undeclared(found)).toEqual([
    `routes/resource/planted ${"loader" in module ? "loader" : "action"}`,
  ]);
  found.close();
});

describe("nobody", () => {
  test("is told to sign in: pages lead there and back, everything else says 401", async () => {
    for (const route of ofMembers("loader")) {
      const asData = await ask(route, { accept: "application/json" });
      if (route.isPage) {
        expect([route.id, asData.status]).toEqual([route.id, 302]);
        const page = await ask(route, { accept: "text/html", isDocument: true });
        expect([route.id, page.status]).toEqual([route.id, 302]);
        expect(page.location).toMatch(/^\/signin(?:\?next=%2F[^/\\]|$)/);
        expect(page.location).not.toContain("_data");
      } else expect([route.id, asData.status]).toEqual([route.id, 401]);
    }
  });

  test("changes nothing", async () => {
    const before = await snapshot(stranger.workspaceId);
    for (const route of ofMembers("action"))
      for (const form of FORMS(theirs))
        expect([route.id, (await ask(route, { method: methodOf(route), form })).status]).toEqual([
          route.id,
          401,
        ]);
    expect(await snapshot(stranger.workspaceId)).toEqual(before);
  });

  test("with a made-up session is nobody", async () => {
    const [owner] = Object.values(people);
    for (const token of ["", "x", "%", owner?.token.slice(0, -1) ?? ""])
      for (const route of ofMembers("loader").filter(({ isPage }) => !isPage))
        expect([route.id, (await ask(route, { as: { ...stranger, token } })).status]).toEqual([
          route.id,
          401,
        ]);
  });
});

describe("somebody of another workspace", () => {
  test("is answered as for an id that never was", async () => {
    const guests = [people["admin"], people["owner"]];
    for (const as of guests)
      for (const route of ofMembers("loader").filter((row) => idsIn(row).length > 0)) {
        const foreign = await ask(route, { as, params: theirs });
        expect([route.id, foreign.status]).toEqual([route.id, 404]);
        expect(foreign).toEqual(await ask(route, { as, params: unknown() }));
      }
  });

  test("changes nothing, whatever is sent", async () => {
    const as = people["admin"];
    const before = await snapshot(stranger.workspaceId);
    for (const route of ofMembers("action"))
      for (const [at, form] of FORMS(theirs).entries()) {
        const method = methodOf(route);
        const foreign = await ask(route, { as, method, params: theirs, form });
        if (idsIn(route).length === 0 && foreign.status < 400) continue; // it names nothing of theirs
        expect([route.id, form, foreign.status]).toEqual([
          route.id,
          form,
          expect.toSatisfy((status: number) => status >= 400 && status < 500),
        ]);
        const strange = unknown();
        const missing = await ask(route, {
          as,
          method,
          params: strange,
          form: FORMS(strange)[at] ?? {},
        });
        // A refused form is given back; only what was typed differs.
        const plain = (answer: typeof foreign) =>
          JSON.stringify(answer).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id");
        expect(plain(foreign)).toEqual(plain(missing));
      }
    expect(await snapshot(stranger.workspaceId)).toEqual(before);
  }, 90_000);
});

describe("members of one workspace", () => {
  test("are answered as the permission of each address says, for calls of every visibility", async () => {
    let asked = 0;
    for (const route of ofMembers("loader")) {
      const needs = typeof route.loader?.needs === "string" ? route.loader.needs : "";
      for (const [who, as] of Object.entries(people))
        for (const [kind, params] of Object.entries(ours)) {
          const row = await db.call.findUniqueOrThrow({
            where: { workspaceId_id: { workspaceId: as.workspaceId, id: params.callId } },
            select: callAccess,
          });
          const answer = await ask(route, { as, params });
          // Playback of a call that runs leads to the call: for those who may see it.
          const status = answer.location === paths.consoleCall(params.callId) ? 200 : answer.status;
          const isOfCall = isCallPermission(needs) && idsIn(route).length > 0;
          const wanted = isOfCall
            ? can(as, needs, row)
              ? 200
              : can(as, "call.read", row)
                ? 403
                : 404
            : isOfWorkspace(needs) && can(as, needs)
              ? 200
              : 403;
          expect([route.id, who, kind, status]).toEqual([route.id, who, kind, wanted]);
          asked += 1;
        }
    }
    expect(asked).toBeGreaterThan(100);
  }, 90_000);

  test("lose it all with their session", async () => {
    const member = await aMember({ id: stranger.workspaceId });
    const [route] = ofMembers("loader").filter(({ id }) => id.endsWith("recordings-json"));
    if (!route) return expect.fail("no list");
    expect((await ask(route, { as: member })).status).toBe(200);
    await db.member.updateMany({ where: { id: member.memberId }, data: { state: "deactivated" } });
    expect((await ask(route, { as: member })).status).toBe(401);
  });
});

const MALFORMED = [
  "x",
  "1",
  "null",
  "undefined",
  "' OR 1=1 --",
  "../../etc/passwd",
  "%00",
  "\u0000",
  "{}",
  "00000000-0000-0000-0000-00000000000g",
  "0".repeat(5_000),
];
test("an id that is none is 404, for reading and for writing", async () => {
  const as = people["admin"];
  for (const entrance of ["loader", "action"] as const)
    for (const route of ofMembers(entrance))
      for (const name of idsIn(route))
        for (const value of MALFORMED) {
          const method = entrance === "loader" ? "GET" : methodOf(route);
          const { status } = await ask(route, {
            as,
            method,
            params: { ...theirs, [name]: value },
            ...(method !== "GET" && { form: { intent: "trash" } }),
          });
          expect([route.id, value.slice(0, 40), status]).toEqual([
            route.id,
            value.slice(0, 40),
            expect.toSatisfy((code: number) => code === 404 || code === 400),
          ]);
          if (!value.includes("\u0000")) expect(status).toBe(404);
        }
});

test("a method that an address does not offer is 405, and does nothing", async () => {
  const as = people["admin"];
  const params = ours["team"] ?? theirs;
  const before = await snapshot(as?.workspaceId ?? "");
  for (const route of addressed().filter(
    ({ loader, action }) => (loader ?? action)?.audience === "member",
  ))
    for (const method of METHODS) {
      const { action } = route;
      const isOffered =
        action !== null &&
        (typeof action.needs !== "object" || (action.needs !== null && method in action.needs));
      if (isOffered) continue;
      const { status } = await ask(route, { as, params, method, form: { intent: "trash" } });
      expect([route.id, method, status]).toEqual([route.id, method, 405]);
    }
  expect(await snapshot(as?.workspaceId ?? "")).toEqual(before);
});

test("reading changes nothing but who opened what", async () => {
  const as = people["admin"];
  const before = await snapshot(as?.workspaceId ?? "");
  for (const route of ofMembers("loader")) await ask(route, { as, params: ours["team"] ?? theirs });
  expect(await snapshot(as?.workspaceId ?? "")).toEqual(before);
});

/** What a hostile client would send to any address: every intent there is, with the ids it wants to hit. */
function FORMS({
  id: recordingId = "",
  callId = "",
  fileId = "",
  memberId = "",
  teamId = "",
  linkId = "",
  sessionId = "",
  passkeyId = "",
  guestId = "",
}: Params): Record<string, string>[] {
  const common = {
    recordingId,
    callId,
    fileId,
    memberId,
    teamId,
    linkId,
    sessionId,
    passkeyId,
    breakGlassId: memberId,
    parentId: teamId,
    heirId: memberId,
    guestId,
    as: "member",
    tabId: "a-tab-of-ours",
    takesOver: "true",
    body: "Taken",
    version: "1",
    title: "Taken",
    name: "Taken",
    side: "R",
    visibility: "workspace",
    number: "1",
    workspaceId: theirs.callId,
    role: "admin",
  };
  const intents = [
    "retry",
    "keep",
    "discard",
    "use_partial",
    "trash",
    "edit_call",
    "add_person",
    "correct_words",
    "correct_speaker",
    "revert_transcript",
    "resend",
    "uninvite",
    "change",
    "deactivate",
    "reactivate",
    "view_as",
    "transfer",
    "open_private",
    "close_private",
    "revoke_link",
    "make_link",
    "make_team",
    "change_team",
    "remove_team",
    "revoke",
    "workspace",
    "profile",
    "password",
    "passkey_begin",
    "passkey_add",
    "passkey_remove",
    "sign_in_policy",
    "check",
    "admit",
    "refuse",
    "remove",
    "lock",
    "unlock",
    "pause",
    "resume",
    "hold",
    "unhold",
    "mute",
    "unmute",
    "flag",
    "note",
    "rename",
    "leave",
    "end",
  ];
  return [...intents.map((intent) => ({ ...common, intent })), {}, { intent: "" }];
}

/** All that a member could change. */
async function snapshot(workspaceId: string) {
  const where = { where: { workspaceId }, orderBy: { id: "asc" as const } };
  return {
    calls: await db.call.findMany(where),
    recordings: await db.recording.findMany(where),
    transcripts: await db.transcript.findMany(where),
    people: await db.participant.findMany(where),
    files: await db.file.findMany(where),
    uploads: await db.upload.findMany(where),
    members: await db.member.findMany(where),
    terms: await db.term.findMany(where),
    teams: await db.team.findMany(where),
    links: await db.signUpLink.findMany(where),
    identities: await db.identity.findMany(where),
    passkeys: await db.passkey.findMany(where),
    partners: await db.partnerLogin.findMany(where),
    letters: await db.mailOutbox.findMany(where),
    workspace: await db.workspace.findUnique({ where: { id: workspaceId } }),
    guests: await db.guest.findMany(where),
    invitations: await db.sharedLink.findMany(where),
    notes: await db.note.findMany(where),
    consents: await db.consentRecord.findMany(where),
    rooms: await db.liveCall.findMany({ where: { workspaceId }, orderBy: { callId: "asc" } }),
    spans: await db.callSpan.count({ where: { workspaceId } }),
    listeners: await db.liveListener.count({ where: { workspaceId } }),
    chunks: await db.localChunk.count({ where: { workspaceId } }),
    entries: await db.auditEntry.count({
      where: {
        workspaceId,
        event: {
          notIn: [
            "call.opened",
            "transcript.exported",
            "list.exported",
            "log.exported",
            "media.downloaded",
            "search.run",
          ],
        },
      },
    }),
  };
}
