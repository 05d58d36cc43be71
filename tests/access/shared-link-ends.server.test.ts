import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { trashCall } from "#app/core/domain/call/call-writes.server.ts";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { deleteClip, makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { deleteLibrary } from "#app/core/domain/library/library-writes.server.ts";
import { makeClipLink } from "#app/core/domain/share/clip-link.server.ts";
import { makeLibraryLink } from "#app/core/domain/share/library-link.server.ts";
import { newClipLinkForm, newLibraryLinkForm } from "#app/core/domain/share/link.schema.ts";
import { revokeLink, revokeLinksOfCall } from "#app/core/domain/share/link-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { aLibrary, anItem, aRecording } from "#tests/support/factories.ts";
import { aReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { allow, aScene, browsersOf, PAGE, type Scene } from "./link-visitors.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);

type Ended = { urlPath: string; end: () => Promise<unknown> };
type Cause = (scene: Scene) => Promise<Ended>;
/** A link to the call, and what ends it. */
const ofCall =
  (end: (scene: Scene, linkId: string) => Promise<unknown>, form: Record<string, string> = {}) =>
  async (scene: Scene): Promise<Ended> => {
    const { linkId, urlPath } = await aReadyLink(scene.owner, scene.call, form);
    return { urlPath, end: () => end(scene, linkId) };
  };
/** A rule of the workspace that the link does not meet. */
const byRule = (rule: Parameters<typeof allow>[1], form: Record<string, string> = {}) =>
  ofCall(({ workspace }) => allow(workspace.id, rule), form);
const change = (data: Parameters<typeof db.sharedLink.updateMany>[0]["data"]) =>
  ofCall((_scene, id) => db.sharedLink.updateMany({ where: { id }, data }), { maxViews: "1" });

async function aClipLink({ owner, call }: Scene): Promise<Ended> {
  const pieces = JSON.stringify([{ t0Ms: 10_000, t1Ms: 20_000 }]);
  const form = newClipForm.parse({ title: "The price", pieces, visibility: "workspace" });
  const clipId = await makeClip(owner, call.id, form);
  const { urlPath } = await makeClipLink(owner, clipId, newClipLinkForm.parse({ revision: "1" }));
  return { urlPath, end: () => deleteClip(owner, clipId) };
}

async function aLibraryLink({ owner, call }: Scene): Promise<Ended> {
  const { id: recordingId, workspaceId } = await aRecording(call);
  await db.file.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, kind: "track", key: recordingId },
      ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/ogg" },
    },
  });
  const library = await aLibrary(owner);
  await anItem(library, call, owner, { t0Ms: 0, t1Ms: 20_000 });
  const { urlPath } = await makeLibraryLink(owner, library.id, newLibraryLinkForm.parse({}));
  return { urlPath, end: () => deleteLibrary(owner, library.id) };
}

const closed = { password: "quiet harbour", addresses: "elena@north.example" };
const CAUSES: [string, Cause][] = [
  ["revoked", ofCall(({ owner }, linkId) => revokeLink(owner, linkId), closed)],
  ["all of its call revoked", ofCall(({ owner, call }) => revokeLinksOfCall(owner, call.id))],
  ["past its time", change({ expiresAt: new Date(Date.now() - 1) })],
  ["its views used up", change({ views: 1 })],
  ["its call in the trash", ofCall(({ owner, call }) => trashCall(owner, call.id))],
  [
    "its call gone",
    ofCall(({ call: { id } }) => db.call.updateMany({ where: { id }, data: { state: "purged" } })),
  ],
  [
    "a consent withdrawn",
    ofCall(({ elena: { id } }) =>
      db.participant.updateMany({ where: { id }, data: { consent: "withdrawn" } }),
    ),
  ],
  [
    "its maker gone",
    ofCall(({ owner: { memberId: id } }) =>
      db.member.updateMany({ where: { id }, data: { state: "deactivated" } }),
    ),
  ],
  ["the switch for all links", byRule({ blockedAt: new Date().toISOString() })],
  ["a role that may not share any more", byRule({ roles: ["admin"] })],
  ["a kind that is not shared any more", byRule({ kinds: ["clip"] })],
  ["a password that every link needs", byRule({ needs: "password" })],
  ["an address that every link needs", byRule({ needs: "email" }, { password: "quiet harbour" })],
  ["its clip deleted", aClipLink],
  ["its library deleted", aLibraryLink],
];

/** What a visitor may send to a link, whether it asks for it or not. */
const FORMS = [
  { intent: "password", password: "quiet harbour" },
  { intent: "password", password: "a guess of mine" },
  { intent: "send_code", email: "elena@north.example" },
  { intent: "again" },
  { intent: "other_address" },
  { intent: "code", code: "123456" },
  { intent: "open" },
];

/** Every answer that an address gives to a new browser, without what differs from request to request. */
async function answersOf(urlPath: string) {
  const browser = aBrowser();
  const data = `${paths.shared(urlPath)}?_data=${encodeURIComponent(PAGE)}`;
  const html = { accept: "text/html" };
  const answers = [
    await browser.ask(paths.shared(urlPath), { headers: html }),
    await browser.ask(data),
  ];
  for (const form of FORMS) answers.push(await browser.ask(paths.shared(urlPath), { form }));
  expect(browser.jar.size).toBe(0);
  return answers.map(({ status, text, headers }) => ({
    status,
    type: headers.get("content-type"),
    body: text
      .replaceAll(urlPath, "ADDRESS")
      .replaceAll(/nonce="[^"]*"/g, "")
      .replaceAll(/"nowIso":"[^"]*"/g, "")
      // The status, once more in what the page's script reads.
      .replaceAll(/"status":4(?:04|10),/g, "")
      .replaceAll(/"code":"(?:not_found|link_ended)"/g, ""),
  }));
}
type Answers = Awaited<ReturnType<typeof answersOf>>;
const withStatus = (answers: Answers, status: number): Answers =>
  answers.map((answer) => ({ ...answer, status }));

test("an address that was never made says so on one page, to every form as well", async () => {
  const [page, data, ...forms] = await answersOf(randomBytes(16).toString("base64url"));
  expect([page?.status, data?.status]).toEqual([404, 404]);
  expect(page?.body).toContain("This link does not work");
  expect(data?.body).toBe('{"kind":"ended","workspace":null}');
  for (const form of forms) {
    expect(form.status).toBe(404);
    expect(form.body).toContain("This link does not work");
  }
});

test.each(CAUSES)(
  "ended: %s. Page, data and forms are those of an unknown address",
  async (_name, make) => {
    const scene = await aScene();
    const { urlPath, end } = await make(scene);
    await end();
    const unknown = await answersOf(randomBytes(16).toString("base64url"));
    expect(await answersOf(urlPath)).toEqual(withStatus(unknown, 410));
  },
);
