import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { DomainError } from "#app/core/domain/errors.ts";
import {
  addLinkAddressesForm,
  allowLinkViewsForm,
  changeLinkPasswordForm,
  extendLinkForm,
  ofLink,
  removeLinkAddressForm,
} from "#app/core/domain/share/link.schema.ts";
import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import {
  addLinkAddresses,
  allowLinkViews,
  changeLinkPassword,
  extendLink,
  removeLinkAddress,
  retryLink,
} from "#app/core/domain/share/link-changes.server.ts";
import { demandLinkOf, revokeLink } from "#app/core/domain/share/link-writes.server.ts";
import { commandsFor } from "./commands.ts";

/** What the state of a link refuses is said in its row, with the page around it left as it is. */
async function inItsRow(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isBare =
      error instanceof DomainError &&
      error.code === "invalid_state" &&
      Object.keys(error.fields).length === 0;
    throw isBare ? new DomainError("invalid_state", { "": ["link_changed"] }) : error;
  }
}

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
        await inItsRow(async () => {
          await demandLinkOf(actor, subjectOf(situation), input.linkId);
          await run(actor, input);
        });
      },
    });
  return {
    extend_link: onLink(extendLinkForm, (actor, { linkId, days }) =>
      extendLink(actor, linkId, days),
    ),
    change_link_password: onLink(changeLinkPasswordForm, (actor, { linkId, password }) =>
      changeLinkPassword(actor, linkId, password),
    ),
    allow_link_views: onLink(allowLinkViewsForm, (actor, { linkId, views }) =>
      allowLinkViews(actor, linkId, views),
    ),
    add_link_addresses: onLink(addLinkAddressesForm, (actor, { linkId, addresses }) =>
      addLinkAddresses(actor, linkId, addresses),
    ),
    remove_link_address: onLink(removeLinkAddressForm, (actor, { linkId, email }) =>
      removeLinkAddress(actor, linkId, email),
    ),
    revoke_link: onLink(ofLink, (actor, { linkId }) => revokeLink(actor, linkId)),
    retry_link: onLink(ofLink, (actor, { linkId }) => retryLink(actor, linkId)),
  };
}
