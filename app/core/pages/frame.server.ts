import type { Member } from "#app/core/domain/access/actor.ts";
import { signUpOpening } from "#app/core/domain/account/sign-up.server.ts";
import { listComponents } from "#app/core/domain/component/component-status.server.ts";
import { findOwnCall } from "./console.server.ts";
import { glanceAtCalls } from "./recordings.server.ts";

/** What stands around every signed-in screen: who is here with which rights, the own call, and how the parts are. */
export async function getFrame(actor: Member) {
  const [parts, { needs, arriving, hasOwnCall }] = await Promise.all([
    listComponents(),
    glanceAtCalls(actor),
  ]);
  return {
    member: { name: actor.name, email: actor.email, role: actor.role },
    demo: actor.isDemo ? { canSignUp: (await signUpOpening()) === "open" } : null,
    rights: {
      viewing: actor.impersonator === null ? null : actor.name,
      privateUntil: actor.privateUntil,
    },
    needs,
    arriving,
    live: hasOwnCall ? await findOwnCall(actor) : null,
    speech: parts.find(({ name }) => name === "speech") ?? null,
  };
}
