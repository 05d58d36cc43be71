import { db } from "#app/core/platform/db.server.ts";
import { demand } from "../access/access.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { changeWorkspaceSettings, getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import type { ConsentChange } from "./workspace.schema.ts";

type Parts = Pick<WorkspaceSettings, "consent" | "guests">;
export type ConsentView = {
  /** Null: the product's own text is shown. */
  text: { en: string | null; ja: string | null };
  allowsUnrecorded: boolean;
  mayShareScreen: boolean;
  version: number;
};

/** What guests of live calls are asked, and what they may do. @throws DomainError `forbidden` */
export async function getConsentSettings(actor: Member): Promise<ConsentView> {
  demand(actor, "workspace.manage");
  const { consent, guests, version } = await getWorkspaceSettings(db, actor.workspaceId);
  return {
    text: { en: consent.text.en ?? null, ja: consent.text.ja ?? null },
    allowsUnrecorded: consent.allowsUnrecorded,
    mayShareScreen: guests.mayShareScreen,
    version,
  };
}

/**
 * Changes both. Another text is another policy: what guests agreed to before names the one they were shown.
 * @throws DomainError `forbidden`, `conflict`
 */
export async function changeConsentSettings(actor: Member, input: ConsentChange): Promise<void> {
  demand(actor, "workspace.manage");
  const { workspaceId: id } = actor;
  const { textEn: en, textJa: ja, allowsUnrecorded, mayShareScreen, version } = input;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM workspace WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const before: Parts = await getWorkspaceSettings(tx, id);
    const { policy, text } = before.consent;
    const isOther = text.en !== en || text.ja !== ja;
    const after: Parts = {
      consent: { policy: isOther ? policy + 1 : policy, text: { en, ja }, allowsUnrecorded },
      guests: { mayShareScreen },
    };
    await changeWorkspaceSettings(tx, id, { part: "consent", value: after.consent, seen: version });
    await changeWorkspaceSettings(tx, id, { part: "guests", value: after.guests, seen: null });
    await record(
      tx,
      actor,
      "workspace.changed",
      { kind: "workspace", id },
      { before: factsOf(before), after: factsOf(after) },
    );
  });
}

/** The texts themselves are long; which languages have one, and which policy it is, tells enough. */
const factsOf = ({ consent, guests }: Parts) => ({
  consentPolicy: consent.policy,
  consentTexts: (["en", "ja"] as const).filter((language) => consent.text[language] !== undefined),
  allowsUnrecorded: consent.allowsUnrecorded,
  guestsMayShareScreen: guests.mayShareScreen,
});
