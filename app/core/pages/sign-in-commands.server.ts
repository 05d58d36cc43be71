import * as z from "zod";
import type { Member, Origin } from "#app/core/domain/access/actor.ts";
import type { PublicPermission } from "#app/core/domain/access/policy/policy.ts";
import { setUpBeforeSignIn } from "#app/core/domain/account/factor.server.ts";
import { linkIdentityProvider } from "#app/core/domain/account/identity-provider-entry.server.ts";
import { passkeyForm } from "#app/core/domain/account/passkey.schema.ts";
import { askForPasskey, signInWithPasskey } from "#app/core/domain/account/passkey.server.ts";
import { finishSignIn, signIn } from "#app/core/domain/account/sign-in.server.ts";
import {
  factorForm,
  linkForm,
  setUpForm,
  signInForm,
} from "#app/core/domain/account/sign-in.schema.ts";
import { commandsFor } from "./commands.ts";

/** `half`: the secret of a sign-in that was begun, empty without one. */
type Situation = { partial: string; origin: Origin };
const { command, table } = commandsFor<Member | null, PublicPermission, Situation>();

/** The steps of a sign-in. Each answers the entry it leads to, and where to go from there. */
export const signInCommands = table({
  first: command({
    schema: signInForm,
    needs: "signin.use",
    run: async (_actor, input, { origin }) => ({
      entry: await signIn(input, origin),
      next: input.next,
    }),
  }),
  factor: command({
    schema: factorForm,
    needs: "signin.use",
    run: async (_actor, { code, next }, { partial, origin }) => {
      const token = await finishSignIn(partial, code, origin);
      return { entry: { token, needsFactor: false, needsSetUp: false }, next };
    },
  }),
  /** Its recovery codes are shown this once. */
  set_up: command({
    schema: setUpForm,
    needs: "signin.use",
    run: (_actor, input, { partial, origin }) => setUpBeforeSignIn(partial, input, origin),
  }),
  link: command({
    schema: linkForm,
    needs: "signin.use",
    run: async (_actor, { password, next }, { partial, origin }) => ({
      entry: await linkIdentityProvider(partial, password, origin),
      next,
    }),
  }),
  /** What the browser needs to show a passkey. */
  begin: command({
    schema: z.object({}),
    needs: "signin.use",
    run: (_actor, _input, { origin }) => askForPasskey(origin),
  }),
  answer: command({
    schema: passkeyForm,
    needs: "signin.use",
    run: async (actor, { credential, next }, { partial, origin }) => ({
      entry: await signInWithPasskey(partial, credential, origin, actor),
      next,
    }),
  }),
});
