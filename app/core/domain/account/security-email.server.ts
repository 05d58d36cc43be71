import { now } from "#app/core/platform/clock.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { paths } from "#app/paths.ts";
import type { Origin } from "../access/actor.ts";
import { queueEmail } from "../notification/outbox.server.ts";
import { deviceName } from "./device-name.ts";

type Person = { workspaceId: string; memberId: string };
type Happening =
  | { name: "password_changed" | "factor_on" | "factor_off" | "passkey_added" }
  | { name: "partner_linked"; identityProvider: string }
  | { name: "new_device"; device: string };

/** Tells a person what happened to their account, in their language and zone, in case it was somebody else. */
export async function notifyOfSecurityChange(
  tx: Tx,
  { workspaceId, memberId }: Person,
  happening: Happening,
): Promise<void> {
  const { email, language, timeZone, workspace } = await tx.member.findFirstOrThrow({
    where: { workspaceId, id: memberId },
    select: {
      email: true,
      language: true,
      timeZone: true,
      workspace: { select: { timeZone: true } },
    },
  });
  const envelope = {
    to: email,
    language: language === "ja" ? ("ja" as const) : ("en" as const),
    workspaceId,
  };
  const facts = {
    url: `${env().appUrl}${paths.passwordReset()}`,
    at: now().toISOString(),
    zone: timeZone ?? workspace.timeZone,
  };
  const dedupe = newId();
  if (happening.name === "new_device")
    await queueEmail(tx, envelope, {
      name: "new_device",
      dedupe,
      facts: { ...facts, device: happening.device },
    });
  else if (happening.name === "partner_linked")
    await queueEmail(tx, envelope, {
      name: "partner_linked",
      dedupe,
      facts: { ...facts, partner: happening.identityProvider },
    });
  else await queueEmail(tx, envelope, { name: happening.name, dedupe, facts });
}

/**
 * Tells of a device the person has not signed in with lately; call it before the new session is made. A browser's next
 * version is no new device, and the first sign-in of all is none.
 */
export async function notifyOfNewDevice(tx: Tx, person: Person, { agent }: Origin): Promise<void> {
  const { workspaceId, memberId } = person;
  const known = await tx.session.findMany({
    where: { workspaceId, memberId },
    distinct: ["device"],
    take: 200,
    select: { device: true },
  });
  const nameOf = (device: string): string => deviceName(device) ?? device;
  const device = nameOf((agent ?? "unknown").slice(0, 200));
  if (known.length === 0 || known.some((session) => nameOf(session.device) === device)) return;
  await notifyOfSecurityChange(tx, person, { name: "new_device", device });
}

/** Tells every admin that somebody came in past the partner everybody else uses (product §9.1). */
export async function notifyAdmins(tx: Tx, { workspaceId, memberId }: Person): Promise<void> {
  const [who, admins] = await Promise.all([
    tx.member.findFirstOrThrow({ where: { workspaceId, id: memberId }, select: { name: true } }),
    tx.member.findMany({
      where: { workspaceId, role: "admin", state: "active" },
      select: {
        id: true,
        email: true,
        language: true,
        timeZone: true,
        workspace: { select: { timeZone: true } },
      },
    }),
  ]);
  const dedupe = newId();
  for (const { id, email, language, timeZone, workspace } of admins)
    await queueEmail(
      tx,
      { to: email, language: language === "ja" ? "ja" : "en", workspaceId },
      {
        name: "break_glass",
        dedupe: `${dedupe}:${id}`,
        facts: {
          url: `${env().appUrl}${paths.systemLog()}`,
          at: now().toISOString(),
          zone: timeZone ?? workspace.timeZone,
          who: who.name,
        },
      },
    );
}
