import { randomBytes } from "node:crypto";
import type { Member, Role } from "#app/core/domain/access/actor.ts";
import { signIn, type Visitor } from "#scripts/demo/door.ts";
import type { Instance } from "./instance.ts";

export type Person = { workspaceId: string; memberId: string; email: string };
export type SignedIn = Person & {
  /** The browser's cookie. */
  visitor: Visitor;
  /** The same person as the domain knows them. */
  actor: Member;
};

/** An administrator of a new workspace, signed in by the form. */
export async function signUp(instance: Instance, role: Role = "admin"): Promise<SignedIn> {
  const { hashPassword } = await import("#app/core/domain/account/password.server.ts");
  const { newId } = await import("#app/core/platform/id.ts");
  const [workspaceId, memberId] = [newId(), newId()];
  const email = `${memberId}@bench.test`;
  const password = randomBytes(18).toString("base64url");
  const { admin } = instance;
  await admin.query(
    "INSERT INTO workspace (id, slug, name, languages, time_zone) VALUES ($1, $2, 'Bench', '{en}', 'UTC')",
    [workspaceId, `bench-${workspaceId.slice(-8)}`],
  );
  await admin.query(
    `INSERT INTO member (id, workspace_id, name, name_order, email, role, state)
     VALUES ($1, $2, 'Robin Vale', 'given_first', $3, $4::role, 'active')`,
    [memberId, workspaceId, email, role],
  );
  await admin.query(
    `INSERT INTO identity (id, workspace_id, member_id, email, password, verified_at) VALUES ($1, $2, $3, $4, $5, now())`,
    [newId(), workspaceId, memberId, email, await hashPassword(password)],
  );
  const visitor = await signIn(instance.origin, email, password);
  return { workspaceId, memberId, email, visitor, actor: await actorOf(visitor) };
}

async function actorOf({ cookie }: Visitor): Promise<Member> {
  const { findMember } = await import("#app/core/domain/account/session.server.ts");
  const token = cookie.slice(cookie.indexOf("=") + 1);
  const actor = await findMember(token, { ip: null, agent: "bench", requestId: null });
  if (!actor) throw new Error("The sign-in has no member behind it.");
  return actor;
}
