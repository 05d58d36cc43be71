import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { changePolicy } from "#app/core/domain/account/change-policy.server.ts";
import { switchFactorOff, switchFactorOn } from "#app/core/domain/account/factor.server.ts";
import {
  beginLink,
  unlinkIdentityProvider,
} from "#app/core/domain/account/own-identity-providers.server.ts";
import {
  addPasskey,
  offerPasskey,
  removePasskey,
} from "#app/core/domain/account/passkey.server.ts";
import {
  factorOffForm,
  factorOnForm,
  ofIdentityProviderLogin,
  ofPasskey,
  ofSession,
  identityProviderLinkForm,
  passkeyAddForm,
  passkeyBeginForm,
  passwordForm,
  profileForm,
} from "#app/core/domain/account/profile.schema.ts";
import {
  changePassword,
  revokeAllSessions,
  revokeSession,
  saveProfile,
} from "#app/core/domain/account/profile.server.ts";
import { db } from "#app/core/platform/db.server.ts";
import { markStaleOfOwner } from "#app/core/domain/search/index.server.ts";
import { openPrivateForm } from "#app/core/domain/rights/private-access.schema.ts";
import {
  closePrivateAccess,
  openPrivateAccess,
} from "#app/core/domain/rights/private-access.server.ts";
import { changeConsentSettings } from "#app/core/domain/workspace/consent-settings.server.ts";
import {
  consentForm,
  policyForm,
  workspaceForm,
} from "#app/core/domain/workspace/workspace.schema.ts";
import { changeWorkspace } from "#app/core/domain/workspace/workspace.server.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, object>();
const onPasskey = commandOn(ofPasskey, "passkeyId");
const onIdentityProviderLogin = commandOn(ofIdentityProviderLogin, "partnerLoginId");

/** What the general settings may ask for: the member's own, and the workspace's. */
export const generalCommands = table({
  profile: command({
    schema: profileForm,
    needs: "profile.change",
    run: async (actor, input) => {
      await saveProfile(actor, input);
      // Accounts know nothing of calls, so the entries follow in a write of their own.
      if (input.name !== actor.name) await db.$transaction((tx) => markStaleOfOwner(tx, actor));
      return { language: input.language };
    },
  }),
  password: command({ schema: passwordForm, needs: "profile.change", run: changePassword }),
  /** `isOut`: it was the device that asks. */
  revoke: command({
    schema: ofSession,
    needs: "profile.change",
    run: async (actor, { sessionId }) => {
      await revokeSession(actor, sessionId);
      return { isOut: sessionId === actor.sessionId };
    },
  }),
  revoke_all: command({
    schema: z.object({}),
    needs: "profile.change",
    run: async (actor) => {
      await revokeAllSessions(actor);
      return { isOut: true };
    },
  }),
  /** Its recovery codes are shown this once. */
  factor_on: command({
    schema: factorOnForm,
    needs: "profile.change",
    run: async (actor, input) => ({ codes: await switchFactorOn(actor, input) }),
  }),
  factor_off: command({ schema: factorOffForm, needs: "profile.change", run: switchFactorOff }),
  /** What the browser needs to make a passkey. */
  passkey_begin: command({
    schema: passkeyBeginForm,
    needs: "profile.change",
    run: async (actor, { name, currentPassword }) => ({
      passkey: { ...(await offerPasskey(actor, currentPassword)), name },
    }),
  }),
  passkey_add: command({ schema: passkeyAddForm, needs: "profile.change", run: addPasskey }),
  passkey_remove: onPasskey("profile.change", removePasskey),
  /** Half a link to a partner, for the cookie. */
  partner_link: command({
    schema: identityProviderLinkForm,
    needs: "profile.change",
    run: async (actor, input) => ({ linking: await beginLink(actor, input) }),
  }),
  partner_unlink: onIdentityProviderLogin("profile.change", unlinkIdentityProvider),
  workspace: command({
    schema: workspaceForm,
    needs: "workspace.manage",
    run: changeWorkspace,
  }),
  consent: command({
    schema: consentForm,
    needs: "workspace.manage",
    run: changeConsentSettings,
  }),
  sign_in_policy: command({ schema: policyForm, needs: "workspace.manage", run: changePolicy }),
  open_private: command({
    schema: openPrivateForm,
    needs: "private.open",
    run: openPrivateAccess,
  }),
  close_private: command({
    schema: z.object({}),
    needs: "private.open",
    run: closePrivateAccess,
  }),
});
