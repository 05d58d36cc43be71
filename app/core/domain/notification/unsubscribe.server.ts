import { createHmac } from "node:crypto";
import * as z from "zod";
import { isSame, keyFor } from "#app/core/platform/crypto.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { paths } from "#app/paths.ts";
import { type Origin, unauthenticatedActor } from "../access/actor.ts";
import { record } from "../audit/record.server.ts";
import { DomainError } from "../errors.ts";
import { leadingSigns } from "../link-code.ts";
import { NO_EMAILS, type NoticeChoices } from "./notice-choices.ts";
import { saveChoices } from "./notice-preferences.server.ts";
import { isNoticeKind, type NoticeKind } from "./notices.ts";

type Person = { workspaceId: string; memberId: string };
/** What an e-mail is sent for: a kind of notice, all that may be switched off, or what is new in a saved view. */
export type UnsubscribeTopic = `kind:${NoticeKind}` | "kinds:all" | `view:${string}`;
type Subscription = Person & { topic: UnsubscribeTopic };

const PURPOSE = "unsubscribe";
const claims = z.tuple([z.uuid(), z.uuid(), z.string().max(80).refine(isTopic)]);

/** The address that ends the e-mails of a topic for a member, by one POST (RFC 8058). It holds for as long as they are sent. */
export const unsubscribeUrl = (
  { workspaceId, memberId }: Person,
  topic: UnsubscribeTopic,
): string => {
  const text = Buffer.from(JSON.stringify([workspaceId, memberId, topic])).toString("base64url");
  return `${env().appUrl}${paths.unsubscribe(`${text}${signatureOf(text)}`)}`;
};

/** The last signs of a token. */
const signatureOf = (text: string): string =>
  createHmac("sha256", keyFor(PURPOSE)).update(text).digest("base64url");
const SIGNATURE = 43;

function isTopic(topic: string): topic is UnsubscribeTopic {
  const [what, id = ""] = topic.split(":");
  if (what === "kind") return isNoticeKind(id);
  return topic === "kinds:all" || (what === "view" && z.uuid().safeParse(id).success);
}

/** What a token ends. @throws DomainError `not_found` for one we did not make */
export function readUnsubscribeToken(given: string): Subscription {
  const token = leadingSigns(given);
  const text = token.slice(0, -SIGNATURE);
  const isOurs = isSame(Buffer.from(token.slice(-SIGNATURE)), Buffer.from(signatureOf(text)));
  const parsed = isOurs ? claims.safeParse(jsonIn(text)) : null;
  if (!parsed?.success) throw new DomainError("not_found");
  const [workspaceId, memberId, topic] = parsed.data;
  return { workspaceId, memberId, topic };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

/**
 * Ends what the token says, however often it is asked; a member who has left is none to write to anyway. The token is the
 * proof: nobody need be signed in.
 * @throws DomainError `not_found`
 */
export async function unsubscribe(token: string, origin: Origin): Promise<void> {
  const { topic, ...person } = readUnsubscribeToken(token);
  const { workspaceId, memberId } = person;
  const [what, id = ""] = topic.split(":");
  await db.$transaction(async (tx) => {
    if (what === "view") {
      await tx.viewDigest.deleteMany({ where: { workspaceId, memberId, viewId: id } });
    } else {
      const off: NoticeChoices =
        what === "kind" && isNoticeKind(id) ? { [id]: "never" } : NO_EMAILS;
      if (!(await saveChoices(tx, person, off))) return;
    }
    await record(
      tx,
      unauthenticatedActor(person, origin),
      "preferences.changed",
      { kind: "member", id: memberId },
      { after: { unsubscribed: topic } },
    );
  });
}
