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
import {
  modelCancelForm,
  modelInstallForm,
  modelPreferForm,
  modelRemoveForm,
  recognisePastForm,
  speechTryForm,
} from "#app/core/domain/component/speech-model.schema.ts";
import {
  cancelSpeechModel,
  installSpeechModel,
  preferSpeechModel,
  removeSpeechModel,
  trySpeechEngine,
} from "#app/core/domain/component/speech-models.server.ts";
import { startBulk } from "#app/core/domain/bulk/start.server.ts";
import { findRecognisable } from "#app/core/domain/recording/recognise-anew.server.ts";
import { changeBands, takeOurBand } from "#app/core/domain/metrics/band-settings.server.ts";
import { bandsForm, ourBandForm } from "#app/core/domain/metrics/bands.schema.ts";
import { openModel } from "#app/core/integrations/llm/chat.server.ts";
import { modelForm, modelTestForm } from "#app/core/domain/summary/engine.schema.ts";
import { changeEngineSettings, describedModel } from "#app/core/domain/summary/engine.server.ts";
import { type ModelTestResult, testModel } from "#app/core/domain/summary/model-test.ts";
import { changeConsentSettings } from "#app/core/domain/workspace/consent-settings.server.ts";
import {
  choicesIn,
  noticeChoicesForm,
  ownHoursForm,
} from "#app/core/domain/notification/notice.schema.ts";
import {
  changeNoticeChoices,
  changeWorkingHours,
} from "#app/core/domain/notification/notice-preferences.server.ts";
import { hoursOf } from "#app/core/domain/working-hours.schema.ts";
import { changeHoursSettings } from "#app/core/domain/workspace/hours-settings.server.ts";
import {
  consentForm,
  hoursForm,
  policyForm,
  workspaceForm,
} from "#app/core/domain/workspace/workspace.schema.ts";
import { sharingForm } from "#app/core/domain/workspace/sharing.schema.ts";
import { changeSharingSettings } from "#app/core/domain/workspace/sharing-settings.server.ts";
import { changeWorkspace } from "#app/core/domain/workspace/workspace.server.ts";
import { commandsFor } from "./commands.ts";
import { dealSettingsCommands } from "./deal-settings-commands.server.ts";

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
  notices: command({
    schema: noticeChoicesForm,
    needs: "profile.change",
    run: (actor, input) => changeNoticeChoices(actor, choicesIn(input)),
  }),
  hours: command({
    schema: ownHoursForm,
    needs: "profile.change",
    run: (actor, input) => changeWorkingHours(actor, input.whose === "own" ? hoursOf(input) : null),
  }),
  workspace_hours: command({
    schema: hoursForm,
    needs: "workspace.manage",
    run: changeHoursSettings,
  }),
  /** Back to the page of the kind they are of. */
  talk_bands: command({
    schema: bandsForm,
    needs: "workspace.manage",
    run: async (actor, input) => {
      await changeBands(actor, input);
      return { kind: input.kind };
    },
  }),
  our_band: command({
    schema: ourBandForm,
    needs: "workspace.manage",
    run: async (actor, input) => {
      await takeOurBand(actor, input);
      return { kind: input.kind };
    },
  }),
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
  sharing: command({
    schema: sharingForm,
    needs: "workspace.manage",
    run: changeSharingSettings,
  }),
  llm: command({ schema: modelForm, needs: "workspace.manage", run: changeEngineSettings }),
  /** Asks the model that the form describes, saved or not. */
  llm_test: command({
    schema: modelTestForm,
    needs: "workspace.manage",
    run: async (actor, input): Promise<{ modelTest: ModelTestResult }> => {
      const model = await describedModel(actor, input);
      if (model === null) return { modelTest: { isOk: false, fault: "no_model" } };
      return { modelTest: await testModel(openModel({ ...model, timeoutMs: 30_000 }), model) };
    },
  }),
  model_install: command({
    schema: modelInstallForm,
    needs: "workspace.manage",
    run: installSpeechModel,
  }),
  model_cancel: command({
    schema: modelCancelForm,
    needs: "workspace.manage",
    run: cancelSpeechModel,
  }),
  model_remove: command({
    schema: modelRemoveForm,
    needs: "workspace.manage",
    run: removeSpeechModel,
  }),
  model_prefer: command({
    schema: modelPreferForm,
    needs: "workspace.manage",
    run: preferSpeechModel,
  }),
  /** Lets the engine hear a sentence; what it heard comes with the page. */
  speech_try: command({
    schema: speechTryForm,
    needs: "workspace.manage",
    run: trySpeechEngine,
  }),
  /** Calls that an installed model would hear better, as one run over many. */
  recognise_past: command({
    schema: recognisePastForm,
    needs: "workspace.manage",
    run: async (actor): Promise<{ runId: string | null }> => {
      const { callIds, isCut } = await findRecognisable(actor);
      if (callIds.length === 0) return { runId: null };
      return startBulk(
        actor,
        { kind: "recognise", isBetterOnly: true },
        { callIds, isAll: true, isCut },
      );
    },
  }),
  sign_in_policy: command({ schema: policyForm, needs: "workspace.manage", run: changePolicy }),
  open_private: command({
    schema: openPrivateForm,
    needs: "private.open",
    run: openPrivateAccess,
  }),
  ...dealSettingsCommands,
  close_private: command({
    schema: z.object({}),
    needs: "private.open",
    run: closePrivateAccess,
  }),
});
