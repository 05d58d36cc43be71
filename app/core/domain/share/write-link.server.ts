import { now } from "#app/core/platform/clock.ts";
import { hashOf, newSecret } from "#app/core/platform/crypto.server.ts";
import type { Tx } from "#app/core/platform/db.server.ts";
import { newId } from "#app/core/platform/id.ts";
import type { Member } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import type { RangeMs } from "../views.ts";
import type { SharedKind } from "../shared-kinds.ts";
import type { WorkspaceSettings } from "../workspace-settings.ts";
import { getWorkspaceSettings } from "../workspace-settings.server.ts";
import type { NewLink } from "./link.schema.ts";
import { canSendCodes } from "./link-list.server.ts";
import type { LinkSubject } from "./link-subject.ts";
import { sealPath } from "./link-url.server.ts";

const DAY_MS = 86_400_000;
/** 16 random bytes (data §1): nobody finds a link by trying. */
const URL_BYTES = 16;

type Policy = WorkspaceSettings["sharing"];
export type MadeLink = { linkId: string; urlPath: string };

/** @returns the workspace's rules @throws DomainError `forbidden`, `validation_failed` */
export async function demandPolicy(
  tx: Tx,
  actor: Member,
  kind: SharedKind,
  input: NewLink,
): Promise<Policy> {
  const sharing = await demandSharing(tx, actor, kind);
  demandMail(sharing.needs === "email" ? 1 : input.addresses.length);
  refuseAgainstPolicy(input, sharing);
  return sharing;
}

/** That links of this kind may be made at all, by this member. @returns the workspace's rules @throws DomainError `forbidden` */
export async function demandSharing(
  tx: Tx,
  { workspaceId, role }: Member,
  kind: SharedKind,
): Promise<Policy> {
  const { sharing } = await getWorkspaceSettings(tx, workspaceId);
  const isAllowed =
    sharing.blockedAt === null && sharing.roles.includes(role) && sharing.kinds.includes(kind);
  if (!isAllowed) throw new DomainError("forbidden", { "": ["not_permitted"] });
  return sharing;
}

/** Addresses are worth nothing without a server that sends the codes. @throws DomainError `validation_failed` */
export function demandMail(addresses: number): void {
  if (addresses > 0 && !canSendCodes())
    throw new DomainError("validation_failed", { addresses: ["mail_off"] });
}

function refuseAgainstPolicy(
  { password, addresses, download, audience, embed, maxViews }: NewLink,
  sharing: Policy,
): void {
  const { needs, mayDownload } = sharing;
  if (needs === "password" && password === undefined)
    throw new DomainError("validation_failed", { password: ["required"] });
  if ((needs === "email" || audience === "people") && addresses.length === 0)
    throw new DomainError("validation_failed", { addresses: ["required"] });
  if (download && !mayDownload)
    throw new DomainError("validation_failed", { download: ["not_permitted"] });
  if (embed && sharing.embed === "off")
    throw new DomainError("validation_failed", { embed: ["not_permitted"] });
  // A player on another site asks its reader for nothing.
  if (embed && (password !== undefined || addresses.length > 0 || maxViews !== undefined))
    throw new DomainError("validation_failed", { embed: ["not_permitted"] });
}

type NewRow = {
  /** What it leads to, in whose log it stands. */
  subject: LinkSubject;
  kind: SharedKind;
  /** Whose sound it shows; null for a list, whose items have their own. */
  callId: string | null;
  range: RangeMs | null;
  /** `whys`: of a list. */
  input: NewLink & { whys?: boolean };
  /** Hashed. */
  password: string | null;
  sharing: Policy;
};

/** Writes a link with its conditions, and its line of the log; what it shows is the caller's. */
export async function writeLink(
  tx: Tx,
  { workspaceId, memberId, ...actor }: Member,
  { subject, kind, callId, range, input, password, sharing }: NewRow,
): Promise<MadeLink> {
  const linkId = newId();
  const urlPath = newSecret(URL_BYTES);
  const { names, transcript, summary, download, embed, whys = false } = input;
  await tx.sharedLink.create({
    data: {
      ...{ id: linkId, workspaceId, callId, createdBy: memberId, password, kind },
      clipId: subject.kind === "clip" ? subject.id : null,
      libraryId: subject.kind === "library" ? subject.id : null,
      urlHash: hashOf(urlPath),
      urlEnc: sealPath(urlPath),
      ...range,
      shows: { names, transcript, summary, download, embed, whys },
      title: input.title ?? null,
      maxViews: input.maxViews ?? null,
      message: input.message ?? null,
      expiresAt: new Date(now().getTime() + Math.min(input.days, sharing.maxDays) * DAY_MS),
    },
    select: { id: true },
  });
  await tx.shareAddress.createMany({
    data: input.addresses.map((email) => ({ workspaceId, linkId, email })),
  });
  const after = {
    ...{ link: linkId, ...range, addresses: input.addresses.length },
    hasPassword: password !== null,
  };
  await record(tx, { workspaceId, memberId, ...actor }, "share.made", subject, { after });
  return { linkId, urlPath };
}
