import { beforeEach, expect, test } from "vitest";
import { now } from "#app/core/platform/clock.ts";
import { db } from "#app/core/platform/db.server.ts";
import { renderEmail } from "#app/core/mail/render.ts";
import { aCall, aMember, aTeam, aWorkspace, type SignedIn } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { aReadyLink, type ReadyLink } from "#tests/support/shares.ts";
import { EMAIL_TEMPLATES } from "../notification/email-templates.ts";
import { listNotices, openNotice } from "../notification/inbox.server.ts";
import { findWaiting } from "../notification/outbox.server.ts";
import { sendDueNotices } from "../mailing/notice-emails.server.ts";
import { notifyMembers } from "../notification/notify-members.server.ts";
import { findSharedLink } from "./shared-link.server.ts";
import { countView, writeVisit } from "./visit.server.ts";

await queueForFile();
const origin = { ip: "192.0.2.7", agent: null, requestId: null };
let owner: SignedIn;
let call: Awaited<ReturnType<typeof aCall>>;
beforeEach(async () => {
  const workspace = await aWorkspace();
  const team = await aTeam(workspace);
  owner = await aMember(workspace, { teams: [team] });
  call = await aCall(owner, { title: "Pricing review" });
});

/** A person whose address was proved, where there is one, comes by a link and plays. */
async function view({ urlPath }: ReadyLink, email: string | null): Promise<void> {
  const link = await findSharedLink(urlPath, origin);
  await db.$transaction(async (tx) => {
    const { visitId } = await writeVisit(tx, link, null, { email, grantedAt: now() });
    await countView(tx, link, visitId, { origin, memberId: null });
  });
}
const noticesOf = async (actor: SignedIn) => (await listNotices(actor, { after: null })).notices;

test("the first view names the address that was proved, and leads to the link", async () => {
  const link = await aReadyLink(owner, call, { addresses: "elena@example.com" });
  await view(link, "elena@example.com");
  await view(link, "elena@example.com");
  const [notice, ...others] = await noticesOf(owner);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({
    ...{ kind: "share_viewed", by: "elena@example.com" },
    about: { kind: "call", title: "Pricing review" },
  });
  expect(await openNotice(owner, notice?.id ?? "")).toBe(
    `/playback/${call.id}?share=${link.linkId}`,
  );
});

test("a link that asks for no address names no person, and one to a library says so", async () => {
  await view(await aReadyLink(owner, call), null);
  expect(await noticesOf(owner)).toMatchObject([{ kind: "share_viewed", by: null }]);
  const { linkId } = await aReadyLink(owner, call);
  const library = await db.library.create({
    data: {
      ...{ id: linkId, workspaceId: call.workspaceId, name: "Demos", folded: "demos" },
      ...{ kind: "personal", ownerId: owner.memberId },
    },
  });
  await db.$transaction((tx) =>
    notifyMembers(tx, { workspaceId: call.workspaceId, by: null }, [owner.memberId], {
      kind: "share_ending",
      target: { kind: "library", id: library.id },
      values: { linkId, endsAt: new Date().toISOString() },
    }),
  );
  const [ending] = await noticesOf(owner);
  expect(ending).toMatchObject({ about: { kind: "library", title: "Demos" } });
  expect(await openNotice(owner, ending?.id ?? "")).toBe(`/library/${library.id}?share=${linkId}`);
});

test("an e-mail of it says who, and which thing; a private call is not named", async () => {
  await view(
    await aReadyLink(owner, call, { addresses: "elena@example.com" }),
    "elena@example.com",
  );
  await view(await aReadyLink(owner, call), null);
  const hidden = await aCall(owner, { title: "Salaries", visibility: "private" });
  await view(await aReadyLink(owner, hidden), null);
  await db.notification.updateMany({
    where: { memberId: owner.memberId },
    data: { mailDueAt: now() },
  });
  await sendDueNotices();
  const sent = await db.mailOutbox.findFirstOrThrow({
    where: { recipient: owner.email, template: "notice" },
  });
  const facts = EMAIL_TEMPLATES.notice.parse((await findWaiting(sent.id))?.facts);
  expect(
    renderEmail("notice", "en", facts)
      .text.match(/^Your link .*$/gm)
      ?.toSorted(),
  ).toEqual([
    "Your link to a call was opened for the first time",
    "Your link to “Pricing review” was opened for the first time",
    "Your link to “Pricing review” was opened for the first time, by elena@example.com",
  ]);
  expect(renderEmail("notice", "ja", facts).text).toContain(
    "elena@example.com が「Pricing review」の共有リンクを初めて開きました",
  );
  const line = { kind: "share_ending", who: null, call: "Demos", url: facts.url };
  const about = (kind: "clip" | "library") =>
    renderEmail("notice", "en", { ...facts, more: 0, lines: [{ ...line, about: kind }] }).subject;
  expect([about("clip"), about("library")]).toEqual([
    "Your link to the clip “Demos” ends within 3 days",
    "Your link to the library “Demos” ends within 3 days",
  ]);
});
