import type * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  allowSiteForm,
  embedKeyForm,
  mintForm,
  ofEmbedKey,
  rotateKeyForm,
} from "#app/core/domain/embed/embed.schema.ts";
import {
  allowSite,
  demandKeyOf,
  makeEmbedKey,
  mintEmbedToken,
  revokeEmbedKey,
  rotateEmbedKey,
} from "#app/core/domain/embed/embed-keys.server.ts";
import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import { demandLinkOf } from "#app/core/domain/share/link-writes.server.ts";
import { commandsFor } from "./commands.ts";

/**
 * What may be asked for about the keys that let links play on other sites, by the same names whatever they lead to.
 * @param needs the right that a role must have at all; that on the key's link is asked where it is loaded
 * @param subjectOf what the address says the links lead to: a key of anything else is not found
 */
export function commandsOfKeys<Situation>(
  needs: Permission,
  subjectOf: (situation: Situation) => LinkSubject,
) {
  const { command } = commandsFor<Member, Permission, Situation>();
  const onKey = <Schema extends z.ZodObject & z.ZodType<{ keyId: string }>, Result>(
    schema: Schema,
    run: (actor: Member, input: z.output<Schema>) => Promise<Result>,
  ) =>
    command({
      ...{ schema, needs },
      run: async (actor, input: z.output<Schema>, situation) => {
        await demandKeyOf(actor, subjectOf(situation), input.keyId);
        return run(actor, input);
      },
    });
  return {
    make_embed_key: command({
      ...{ schema: embedKeyForm, needs },
      run: async (actor, input, situation) => {
        await demandLinkOf(actor, subjectOf(situation), input.linkId);
        return makeEmbedKey(actor, input);
      },
    }),
    rotate_embed_key: onKey(rotateKeyForm, (actor, { keyId, hours }) =>
      rotateEmbedKey(actor, keyId, hours),
    ),
    /** A site that was refused, put on the list. */
    allow_embed_site: onKey(allowSiteForm, (actor, { keyId, site }) =>
      allowSite(actor, keyId, site),
    ),
    revoke_embed_key: onKey(ofEmbedKey, (actor, { keyId }) => revokeEmbedKey(actor, keyId)),
    /** A key for one reader; it is shown this once. */
    mint_embed_token: onKey(mintForm, mintEmbedToken),
  };
}
