import * as z from "zod";
import type { Guest, Member, Origin } from "#app/core/domain/access/actor.ts";
import type { PublicPermission } from "#app/core/domain/access/policy/policy.ts";
import type { BuiltInConsent } from "#app/core/domain/live/consent-text.server.ts";
import {
  guestOf,
  keepWaiting,
  requestToJoin,
  leaveAsGuest,
  muteAsGuest,
} from "#app/core/domain/live/guest.server.ts";
import { joinRequestForm, muteForm } from "#app/core/domain/live/lobby-forms.schema.ts";
import { commandsFor } from "./commands.ts";

/** `guest`: whom the cookie names, maybe of another call. */
export type LobbySituation = {
  urlPath: string;
  guest: Guest | null;
  origin: Origin;
  builtIn: BuiltInConsent;
};
const { command, table } = commandsFor<Member | null, PublicPermission, LobbySituation>();

/** Does it for the guest of this invitation; who is none has nothing to change. */
const asGuest =
  <Input>(run: (guest: Guest, input: Input) => Promise<void>) =>
  async (_actor: Member | null, input: Input, { urlPath, guest, origin }: LobbySituation) => {
    const known = await guestOf(urlPath, guest, origin);
    if (known) await run(known, input);
  };

/** What the page of an invitation may ask for. */
export const lobbyCommands = table({
  knock: command({
    schema: joinRequestForm,
    needs: "invitation.use",
    run: (_actor, input, { urlPath, guest, origin, builtIn }) =>
      requestToJoin(urlPath, guest, input, origin, builtIn),
  }),
  /** "Keep waiting" after half an hour. */
  wait: command({ schema: z.object({}), needs: "invitation.use", run: asGuest(keepWaiting) }),
  leave: command({ schema: z.object({}), needs: "invitation.use", run: asGuest(leaveAsGuest) }),
  mute: command({
    schema: muteForm,
    needs: "invitation.use",
    run: asGuest((guest, { isMuted }: z.output<typeof muteForm>) =>
      muteAsGuest(guest, isMuted === "true"),
    ),
  }),
});
