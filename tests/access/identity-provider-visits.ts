// First: the application reads its settings once.
import { google, type Provider } from "../support/identity-provider.ts";
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { hashPassword } from "#app/core/domain/account/password.server.ts";
import { findMember } from "#app/core/domain/account/session.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { env } from "#app/core/platform/env.server.ts";
import { newId } from "#app/core/platform/id.ts";
import { aMember, aWorkspace, type SignedIn } from "../support/factories.ts";
import type { Visitor } from "../support/visitor.ts";

export const PASSWORD = "herons over the river";

export const someone = (email: string, more: Record<string, unknown> = {}) => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  name: "Mari Sato",
  ...more,
});
export const anAddress = (domain = "sato.test") => `${randomUUID()}@${domain}`;

/** Leaves for the partner. @returns its address */
export async function leave(visitor: Visitor, slug = "google", query = ""): Promise<URL> {
  const { status, location } = await visitor.ask(`/signin/${slug}${query}`);
  expect(status).toBe(302);
  return new URL(location ?? "");
}
/** Where the partner sends the browser back to. */
export async function answerOf(asked: URL): Promise<string> {
  const answer = await fetch(asked, { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  expect(back.origin).toBe(env().appUrl);
  return back.pathname + back.search;
}
/** There and back. */
export async function come(visitor: Visitor, slug = "google", query = "") {
  return visitor.ask(await answerOf(await leave(visitor, slug, query)));
}
export const memberOf = async (visitor: Visitor) => {
  const token = visitor.session();
  return token === null ? null : findMember(token, { ip: null, agent: null, requestId: null });
};
export const logins = (who: SignedIn) =>
  db.partnerLogin.findMany({ where: { identity: { memberId: who.memberId } } });

/** A member with a password and a proven address. */
export async function aKnown(more: Parameters<typeof aMember>[1] = {}) {
  const person = await aMember(await aWorkspace(), { email: anAddress(), ...more });
  await db.identity.updateMany({
    where: { memberId: person.memberId },
    data: { password: await hashPassword(PASSWORD), verifiedAt: new Date() },
  });
  return person;
}
export async function linked(provider: Provider = google, sub: string = randomUUID()) {
  const person = await aKnown();
  const { id: identityId } = await db.identity.findFirstOrThrow({
    where: { memberId: person.memberId },
  });
  const { workspaceId } = person;
  await db.partnerLogin.create({
    data: { id: newId(), workspaceId, identityId, issuer: provider.issuer, subject: sub },
  });
  return { person, sub };
}
