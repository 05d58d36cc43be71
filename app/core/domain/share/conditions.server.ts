import { randomInt } from "node:crypto";
import { now } from "#app/core/platform/clock.ts";
import { hashOf, isSame } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { isPassword } from "../account/password.server.ts";
import {
  countTry,
  countTryInTurn,
  ofAddress,
  takeTriesBack,
  type Try,
} from "../account/tries.server.ts";
import { DomainError } from "../errors.ts";
import { DEFERRED_REQUESTS } from "../notification/email-templates.ts";
import {
  enqueueDeferredRequest,
  markSent,
  queueEmail,
  type Waiting,
} from "../notification/outbox.server.ts";
import { findSharedLink, loadLink, type SharedLink } from "./shared-link.server.ts";
import { linkUrl } from "./link-url.server.ts";
import {
  conditionOf,
  countView,
  findVisit,
  refuseEnded,
  type VisitFrom,
  type Visit,
  writeVisit,
} from "./visit.server.ts";

/** Of a code (product §6). */
const CODE_MS = 10 * 60_000;
const CODE_TRIES = 5;
/** Another code may be asked for after so long; the form counts down. */
export const SEND_AGAIN_MS = 60_000;

/** Who knocks: the address, what the browser's cookie says, and from where. */
export type LinkRequest = VisitFrom & { urlPath: string; secret: string | null };
/** What the browser is to remember. */
export type Shown = { secret: string };

async function openLink({
  urlPath,
  secret,
  origin,
}: LinkRequest): Promise<[SharedLink, Visit | null]> {
  const link = await findSharedLink(urlPath, origin);
  const visit = await findVisit(link, secret);
  refuseEnded(link, visit);
  return [link, visit];
}

/** @throws DomainError `not_found`, `link_ended`, `rate_limited`, `validation_failed` (password: wrong_link_password) */
export async function givePassword(request: LinkRequest, password: string): Promise<Shown> {
  const [link, visit] = await openLink(request);
  const { linkId } = link;
  const from = ofAddress("share-password", request.origin);
  const tries: Try[] = [
    { ...from, key: `${linkId}:${from.key}` },
    ofAddress("share-password-ip", request.origin),
    { counter: "share-password-link", key: linkId },
  ];
  await countTryInTurn(...tries);
  if (!(await isPassword(link.password, password)))
    throw new DomainError("validation_failed", { password: ["wrong_link_password"] });
  await takeTriesBack(...tries);
  // A grant is for twelve hours, however often the password is entered meanwhile.
  if (visit?.isGranted === true && request.secret !== null) return { secret: request.secret };
  const facts = { passwordAt: now() };
  if (!link.needsEmail) return letIn(link, request, facts);
  const { secret } = await db.$transaction((tx) => writeVisit(tx, link, request.secret, facts));
  return { secret };
}

/** A code as it was sent to its address; it works once. */
type UsedCode = { email: string; hash: Buffer };

/**
 * The last condition is met. Where views are limited this is one: the words are in sight at once. Of two who come for
 * the last one, one is let in.
 * @throws DomainError `link_ended`
 */
const letIn = (
  link: SharedLink,
  { secret: before, origin, memberId }: LinkRequest,
  { code, ...facts }: { passwordAt?: Date; code?: UsedCode } = {},
): Promise<Shown> =>
  db.$transaction(async (tx) => {
    const { secret, visitId } = await writeVisit(tx, link, before, facts);
    const { workspaceId } = link;
    // The code may be of an address that another request has put in its place meanwhile.
    const still = code && { email: code.email, codeHash: new Uint8Array(code.hash) };
    const { count } = await tx.shareVisit.updateMany({
      where: { workspaceId, id: visitId, ...still },
      data: { grantedAt: now(), ...(code && { codeHash: null, codeExpiresAt: null }) },
    });
    if (count === 0) throw new DomainError("validation_failed", { code: ["code_over"] });
    if (link.maxViews !== null) await countView(tx, link, visitId, { origin, memberId });
    return { secret };
  });

/**
 * Asks for a code. Whether the address is on the list is looked up by the worker: the answer and its time are the same
 * for every address.
 * @throws DomainError `not_found`, `link_ended`, `rate_limited`, `invalid_state` before the password
 */
export async function askCode(
  request: LinkRequest,
  email: string,
  language: "en" | "ja",
): Promise<Shown> {
  const [link, visit] = await openLink(request);
  const condition = conditionOf(link, visit);
  if (condition !== "email" && condition !== "code") throw new DomainError("invalid_state");
  const { workspaceId, linkId } = link;
  await countTry(
    { counter: "share-code-send", key: `${linkId}:${email}` },
    ofAddress("share-code-send-ip", request.origin),
  );
  const { secret } = await db.$transaction(async (tx) => {
    const written = await writeVisit(tx, link, request.secret, {
      email,
      codeExpiresAt: new Date(now().getTime() + CODE_MS),
    });
    await enqueueDeferredRequest(
      tx,
      { to: email, language, workspaceId },
      { name: "asked.share_code", facts: { workspaceId, visitId: written.visitId } },
    );
    return written;
  });
  return { secret };
}

/** Another code for the same address. @throws DomainError as `askCode`; `invalid_state` where none was asked for */
export async function askAgain(request: LinkRequest, language: "en" | "ja"): Promise<Shown> {
  const [, visit] = await openLink(request);
  if (visit?.email == null) throw new DomainError("invalid_state");
  return askCode(request, visit.email, language);
}

/** "Use another address". @throws DomainError `not_found`, `link_ended` */
export async function dropAddress(request: LinkRequest): Promise<Shown | null> {
  const [link, visit] = await openLink(request);
  if (!visit || visit.isGranted || request.secret === null) return null;
  await db.shareVisit.updateMany({
    where: { workspaceId: link.workspaceId, id: visit.visitId, grantedAt: null },
    data: { email: null, codeHash: null, codeExpiresAt: null },
  });
  return { secret: request.secret };
}

const hashOfCode = (visitId: string, code: string) => hashOf(`share:${visitId}:${code}`);

/** Sends the code that a visit waits for, if its address is on the link's list. Runs in the worker. */
export async function sendVisitCode({ id, to, language, facts }: Waiting): Promise<void> {
  const { workspaceId, visitId } = DEFERRED_REQUESTS["asked.share_code"].parse(facts);
  const visit = await db.shareVisit.findFirst({
    where: { workspaceId, id: visitId, email: to, grantedAt: null },
    select: { linkId: true, link: { select: { urlEnc: true } } },
  });
  const link = visit && (await loadLink({ workspaceId, id: visit.linkId }));
  await db.$transaction(async (tx) => {
    if (visit && link?.addresses.includes(to) === true) {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      await tx.shareVisit.updateMany({
        where: { workspaceId, id: visitId, email: to, grantedAt: null },
        // Tries were set back when the code was asked for; doing it here would say which addresses are listed.
        data: { codeHash: hashOfCode(visitId, code) },
      });
      await queueEmail(
        tx,
        { to, language, workspaceId },
        {
          name: "share_code",
          dedupe: id,
          facts: {
            ...{ code, workspace: link.workspace.name, minutes: CODE_MS / 60_000 },
            url: linkUrl(visit.link.urlEnc),
          },
        },
      );
    }
    await markSent(tx, id);
  });
}

/** @throws DomainError `not_found`, `link_ended`, `rate_limited`, `invalid_state`, `validation_failed` (code: wrong_link_code, code_over) */
export async function giveCode(request: LinkRequest, code: string): Promise<Shown> {
  const [link, visit] = await openLink(request);
  if (!visit || conditionOf(link, visit) !== "code") throw new DomainError("invalid_state");
  const { workspaceId, linkId } = link;
  const { visitId, email } = visit;
  const tries: Try[] = [
    ofAddress("share-code-ip", request.origin),
    { counter: "share-code-link", key: linkId },
  ];
  await countTryInTurn(...tries);
  const [tried] = await db.$queryRaw<{ code_hash: Buffer | null }[]>`
    UPDATE share_visit SET code_tries = code_tries + 1 WHERE workspace_id = ${workspaceId}::uuid AND id = ${visitId}::uuid
      AND code_tries < ${CODE_TRIES} AND code_expires_at > ${now()} AND granted_at IS NULL RETURNING code_hash`;
  if (!tried) throw new DomainError("validation_failed", { code: ["code_over"] });
  const { code_hash: hash } = tried;
  const isRight = hash !== null && isSame(hash, hashOfCode(visitId, code));
  if (!isRight || email === null || !link.addresses.includes(email))
    throw new DomainError("validation_failed", { code: ["wrong_link_code"] });
  await takeTriesBack(...tries);
  return letIn(link, request, { code: { email, hash } });
}

/** The press that counts as a view, where a link may be opened so many times. @throws DomainError `not_found`, `link_ended`, `invalid_state` */
export async function openCounted(request: LinkRequest): Promise<Shown> {
  const [link, visit] = await openLink(request);
  // Pressed twice: the first press has let this browser in.
  if (visit?.isGranted === true && request.secret !== null) return { secret: request.secret };
  if (conditionOf(link, visit) !== "open") throw new DomainError("invalid_state");
  return letIn(link, request);
}
