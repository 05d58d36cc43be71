import { expect, test } from "vitest";
import { db } from "#app/core/platform/db.server.ts";
import { aMember, aWorkspace } from "#tests/support/factories.ts";
import { queueForFile } from "#tests/support/queue.ts";
import { consentText } from "../live/consent-text.server.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import { changeConsentSettings, getConsentSettings } from "./consent-settings.server.ts";
import { consentForm } from "./workspace.schema.ts";

await queueForFile();

const wish = (version: number, more: object = {}) =>
  consentForm.parse({ intent: "consent", version, ...more });

test("an admin writes the text guests agree to, and says what they may do; other workspaces keep theirs", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const stranger = await aMember(await aWorkspace(), { role: "admin" });
  const first = await getConsentSettings(admin);
  expect(first).toMatchObject({
    text: { en: null, ja: null },
    allowsUnrecorded: true,
    mayShareScreen: false,
  });

  const text = "We record.\r\nYou may say no.";
  await changeConsentSettings(
    admin,
    wish(first.version, { textEn: ` ${text} `, mayShareScreen: true }),
  );
  const second = await getConsentSettings(admin);
  expect(second).toMatchObject({
    text: { en: "We record.\nYou may say no.", ja: null },
    allowsUnrecorded: false,
    mayShareScreen: true,
  });
  const settings = await getWorkspaceSettings(db, workspace.id);
  expect(settings.consent.policy).toBe(2);
  const shown = consentText({ name: workspace.name, settings }, "ja", () => "our own");
  expect(shown).toBe("We record.\nYou may say no.");

  // The same text is the same policy; without one, the product's own is shown again.
  await changeConsentSettings(admin, wish(second.version, { textEn: text }));
  expect((await getWorkspaceSettings(db, workspace.id)).consent.policy).toBe(2);
  const third = await getConsentSettings(admin);
  await changeConsentSettings(admin, wish(third.version, { allowsUnrecorded: true }));
  const last = await getWorkspaceSettings(db, workspace.id);
  expect(last.consent).toMatchObject({ policy: 3, allowsUnrecorded: true });
  expect(consentText({ name: "", settings: last }, "en", () => "our own")).toBe("our own");

  expect(await getConsentSettings(stranger)).toMatchObject({ text: { en: null, ja: null } });
  const entries = await db.auditEntry.findMany({
    where: { workspaceId: workspace.id, event: "workspace.changed" },
    orderBy: { id: "asc" },
    select: { actor: true, target: true, before: true, after: true },
  });
  expect(entries).toHaveLength(3);
  expect(entries[0]).toMatchObject({ actor: admin.memberId, target: workspace.id });
  expect(JSON.parse(entries[0]?.after ?? "")).toEqual({
    consentPolicy: 2,
    consentTexts: ["en"],
    allowsUnrecorded: false,
    guestsMayShareScreen: true,
  });
});

test("only admins change it, and not over somebody else's change", async () => {
  const workspace = await aWorkspace();
  const admin = await aMember(workspace, { role: "admin" });
  const { version } = await getConsentSettings(admin);
  for (const role of ["manager", "rep"] as const) {
    const other = await aMember(workspace, { role });
    await expect(getConsentSettings(other)).rejects.toMatchObject({ code: "forbidden" });
    await expect(changeConsentSettings(other, wish(version))).rejects.toMatchObject({
      code: "forbidden",
    });
  }
  await changeConsentSettings(admin, wish(version, { textJa: "録音します。" }));
  await expect(changeConsentSettings(admin, wish(version))).rejects.toMatchObject({
    code: "conflict",
  });
  expect((await getConsentSettings(admin)).text.ja).toBe("録音します。");
});
