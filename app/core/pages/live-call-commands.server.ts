import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  editLiveCall,
  holdLine,
  leaveCall,
  markMoment,
  muteMember,
  pauseRecording,
} from "#app/core/domain/live/actions.server.ts";
import {
  admitGuest,
  lockRoom,
  refuseGuest,
  removeGuest,
} from "#app/core/domain/live/admission.server.ts";
import { endForAll } from "#app/core/domain/live/end.server.ts";
import { editForm, noteForm, ofGuest, ofTab } from "#app/core/domain/live/live-forms.schema.ts";
import { commandsFor } from "./commands.ts";

const { command, table } = commandsFor<Member, Permission, { callId: string }>();

const nothing = z.object({});
type Run = (actor: Member, callId: string) => Promise<void>;
/** A button without a field. */
const button = (needs: Permission, run: Run) =>
  command({ schema: nothing, needs, run: (actor, _input, { callId }) => run(actor, callId) });
/** What is done about somebody in the lobby or in the room. */
const aboutGuest = (run: (actor: Member, callId: string, guestId: string) => Promise<void>) =>
  command({
    schema: ofGuest,
    needs: "guest.admit",
    run: (actor, { guestId }, { callId }) => run(actor, callId, guestId),
  });
const ofMicrophone = (isMuted: boolean) =>
  command({
    schema: ofTab,
    needs: "live.join",
    run: (actor, { tabId }, { callId }) => muteMember(actor, callId, tabId, isMuted),
  });

/** What the page of a running call may ask for. */
export const liveCallCommands = table({
  admit: aboutGuest(admitGuest),
  refuse: aboutGuest(refuseGuest),
  remove: aboutGuest(removeGuest),
  lock: button("guest.admit", (actor, callId) => lockRoom(actor, callId, true)),
  unlock: button("guest.admit", (actor, callId) => lockRoom(actor, callId, false)),
  pause: button("live.host", (actor, callId) => pauseRecording(actor, callId, true)),
  resume: button("live.host", (actor, callId) => pauseRecording(actor, callId, false)),
  hold: button("live.join", (actor, callId) => holdLine(actor, callId, true)),
  unhold: button("live.join", (actor, callId) => holdLine(actor, callId, false)),
  mute: ofMicrophone(true),
  unmute: ofMicrophone(false),
  flag: button("live.join", (actor, callId) => markMoment(actor, callId, null)),
  note: command({
    schema: noteForm,
    needs: "live.join",
    run: (actor, { body, t0Ms }, { callId }) => markMoment(actor, callId, body, t0Ms),
  }),
  edit: command({
    schema: editForm,
    needs: "live.host",
    run: (actor, input, { callId }) => editLiveCall(actor, callId, input),
  }),
  /** Whoever listens leaves as well. */
  leave: command({
    schema: ofTab,
    needs: "live.read",
    run: (actor, { tabId }, { callId }) => leaveCall(actor, callId, tabId),
  }),
  end: button("live.host", endForAll),
});
