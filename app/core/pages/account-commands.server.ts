import * as z from "zod";
import type { Member, Origin } from "#app/core/domain/access/actor.ts";
import type { PublicPermission } from "#app/core/domain/access/policy/policy.ts";
import { activateForm, askForm, resetForm } from "#app/core/domain/account/account.schema.ts";
import { activate, askNewCode } from "#app/core/domain/account/activation.server.ts";
import { askReset, resetPassword } from "#app/core/domain/account/password-reset.server.ts";
import { commandsFor } from "./commands.ts";

/** `language`: of the letters that are sent. */
type Visit = { origin: Origin; language: "en" | "ja" };

const activation = commandsFor<Member | null, PublicPermission, Visit & { code: string }>();
/** What whoever holds an activation link may ask for. */
export const activationCommands = activation.table({
  again: activation.command({
    schema: z.object({}),
    needs: "activation.use",
    run: (_actor, _input, { code, language, origin }) => askNewCode(code, language, origin),
  }),
  activate: activation.command({
    schema: activateForm,
    needs: "activation.use",
    run: async (_actor, input, { code, origin }) => ({
      entry: await activate(code, input, origin),
      language: input.language,
    }),
  }),
});

const reset = commandsFor<Member | null, PublicPermission, Visit>();
/** A new password: a link is asked for, then used. */
export const resetCommands = reset.table({
  ask: reset.command({
    schema: askForm,
    needs: "reset.use",
    run: (_actor, { email }, { language, origin }) => askReset(email, language, origin),
  }),
  choose: reset.command({
    schema: resetForm,
    needs: "reset.use",
    run: (_actor, input, { origin }) => resetPassword(input, origin),
  }),
});
