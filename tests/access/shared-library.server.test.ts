import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { deleteLibrary } from "#app/core/domain/library/library-writes.server.ts";
import { makeLibraryLink } from "#app/core/domain/share/library-link.server.ts";
import { newLibraryLinkForm } from "#app/core/domain/share/link.schema.ts";
import { revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import { aLibrary, anItem, aRecording } from "#tests/support/factories.ts";
import { publishCutOf, type ReadyLink } from "#tests/support/shares.ts";
import { appForFile } from "./app-for-file.ts";
import { all, aScene, browsersOf, statuses } from "./link-visitors.ts";
import { clearAttempts } from "./replay.ts";

const app = await appForFile({ draws: true });
beforeEach(() => clearAttempts());
const aBrowser = browsersOf(app);

const listed = z.object({
  items: z.array(z.object({ key: z.string(), title: z.string(), isReady: z.boolean() })),
  current: z.object({ key: z.string() }).nullable(),
});

/** A library with two parts of the call, zero to one and four to five, and a link to it. */
async function aSharedLibrary(form: Record<string, string> = {}) {
  const scene = await aScene();
  const { owner, call } = scene;
  const { id: recordingId, workspaceId } = await aRecording(call);
  await db.file.create({
    data: {
      ...{ id: newId(), workspaceId, recordingId, kind: "track", key: recordingId },
      ...{ bytes: 1n, sha256: new Uint8Array(32), mime: "audio/ogg" },
    },
  });
  const library = await aLibrary(owner);
  await anItem(library, call, owner, { t0Ms: 0, t1Ms: 20_000, why: "How it begins" });
  await anItem(library, call, owner, { position: 1, t0Ms: 40_000, t1Ms: 60_000 });
  const { linkId, urlPath } = await makeLibraryLink(
    owner,
    library.id,
    newLibraryLinkForm.parse({ names: "true", transcript: "true", ...form }),
  );
  const items = await db.shareItem.findMany({
    where: { linkId },
    orderBy: { position: "asc" },
    select: { id: true, cut: { select: { id: true } } },
  });
  const ready: ReadyLink[] = [];
  for (const { cut } of items) {
    const [cutId, bytes] = [cut?.id ?? "", Buffer.alloc(1_000, cut?.id ?? "")];
    await publishCutOf(call, cutId, bytes);
    const files = await db.cutFile.findMany({ where: { cutId } });
    const idOf = (kind: string) => files.find((file) => file.kind === kind)?.id ?? "";
    ready.push({ linkId, urlPath, cutId, mixId: idOf("mix"), peaksId: idOf("peaks"), bytes });
  }
  return { ...scene, library, linkId, urlPath, keys: items.map(({ id }) => id), ready };
}

describe("a link to a library", () => {
  test("shows its list and one of it, and names nobody and nothing by an id", async () => {
    const { urlPath, keys, ready, owner, call, elena, library, linkId } = await aSharedLibrary();
    const browser = aBrowser();
    const { status, view, text } = await browser.data(urlPath);
    expect([status, view["kind"], view["step"]]).toEqual([200, "share", "list"]);
    const { items, current } = listed.parse(view);
    expect(items.map(({ key }) => key)).toEqual(keys);
    expect(current?.key).toBe(keys[0]);
    expect(text).toContain("zero");
    expect(text).not.toMatch(/two|three|four|five|How it begins/);
    const second = await browser.data(urlPath, `&item=${keys[1]}`);
    expect(second.text).toMatch(/four/);
    expect(second.text).not.toMatch(/zero|two|three/);
    const other = await browser.data(urlPath, `&item=${call.id}`);
    expect(listed.parse(other.view).current).toBeNull();
    // Whom to ask for removal is an address, which the factories make of an id.
    const shown = text.replaceAll(owner.email, "");
    for (const id of [call.id, owner.memberId, elena.id, library.id, linkId])
      expect(shown).not.toContain(id);
    const page = await browser.ask(paths.shared(urlPath), { headers: { accept: "text/html" } });
    expect(page.text).toContain("noindex");
    const html = page.text.replaceAll(owner.email, "");
    for (const id of [call.id, owner.memberId, elena.id, library.id])
      expect(html).not.toContain(id);
    for (const link of ready)
      expect(await statuses(browser, link)).toEqual([200, 200, 200, 200, 200, 200]);
    // Who was let in nowhere has nothing, and a card has the workspace's name.
    for (const link of ready) expect(await statuses(aBrowser(), link)).toEqual(all(404));
    const card = await aBrowser().ask(paths.shared(urlPath), {
      headers: { accept: "text/html", "user-agent": "Slackbot-LinkExpanding 1.0" },
    });
    expect(card.text).not.toContain(library.name);
  });

  test("asks for its password once, before it tells its title, and for all of it", async () => {
    const { urlPath, ready, library } = await aSharedLibrary({ password: "quiet harbour" });
    const browser = aBrowser();
    const { text, view } = await browser.data(urlPath);
    expect(view["step"]).toBe("password");
    expect(text).not.toContain(library.name);
    for (const link of ready) expect(await statuses(browser, link)).toEqual(all(404));
    await browser.send(urlPath, { intent: "password", password: "quiet harbour" });
    for (const link of ready)
      expect(await statuses(browser, link)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test("ends with its revocation and with its library, in every file of it", async () => {
    for (const end of ["revoked", "deleted"] as const) {
      const { urlPath, ready, owner, library, linkId } = await aSharedLibrary();
      const browser = aBrowser();
      await browser.data(urlPath);
      if (end === "revoked") await revokeLink(owner, linkId);
      else await deleteLibrary(owner, library.id);
      const { status, text } = await browser.data(urlPath);
      expect([end, status]).toEqual([end, 410]);
      expect(text).not.toContain(library.name);
      for (const link of ready) expect(await statuses(browser, link)).toEqual(all(410));
    }
  });

  test("a withdrawn consent leaves an empty list that says nothing of what was there", async () => {
    const { urlPath, ready, elena } = await aSharedLibrary();
    const browser = aBrowser();
    await browser.data(urlPath);
    await db.participant.updateMany({ where: { id: elena.id }, data: { consent: "withdrawn" } });
    const { status, view, text } = await browser.data(urlPath);
    expect([status, listed.parse(view).items]).toEqual([200, []]);
    expect(text).not.toMatch(/A secret offer|zero|Elena/);
    for (const link of ready) expect(await statuses(browser, link)).toEqual(all(410));
  });
});
