import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  changeLinkPasswordForm,
  extendLinkForm,
  ofLink,
  removeLinkAddressForm,
} from "#app/core/domain/share/link.schema.ts";
import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import {
  changeLinkPassword,
  demandLinkOf,
  extendLink,
  removeLinkAddress,
  retryLink,
  revokeLink,
} from "#app/core/domain/share/link-writes.server.ts";
import { commandsFor } from "./commands.ts";

/**
 * What may be asked for about the links that exist, by the same names whatever they lead to.
 * @param needs the right that a role must have at all; that on the link is asked where it is loaded
 * @param subjectOf what the address says they lead to: a link to anything else is not found
 */
export function commandsOfLinks<Situation>(
  needs: Permission,
  subjectOf: (situation: Situation) => LinkSubject,
) {
  const { command } = commandsFor<Member, Permission, Situation>();
  const onLink = <Schema extends z.ZodObject & z.ZodType<{ linkId: string }>>(
    schema: Schema,
    run: (actor: Member, input: z.output<Schema>) => Promise<void>,
  ) =>
    command({
      ...{ schema, needs },
      run: async (actor, input: z.output<Schema>, situation) => {
        await demandLinkOf(actor, subjectOf(situation), input.linkId);
        await run(actor, input);
      },
    });
  return {
    extend_link: onLink(extendLinkForm, (actor, { linkId, days }) =>
      extendLink(actor, linkId, days),
    ),
    change_link_password: onLink(changeLinkPasswordForm, (actor, { linkId, password }) =>
      changeLinkPassword(actor, linkId, password),
    ),
    remove_link_address: onLink(removeLinkAddressForm, (actor, { linkId, email }) =>
      removeLinkAddress(actor, linkId, email),
    ),
    revoke_link: onLink(ofLink, (actor, { linkId }) => revokeLink(actor, linkId)),
    retry_link: onLink(ofLink, (actor, { linkId }) => retryLink(actor, linkId)),
  };
}
