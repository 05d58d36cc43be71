import type { homeCommands } from "#app/core/pages/home-commands.server.ts";
import type { peoplePart } from "#app/core/pages/playback-people.server.ts";
import { askedOf, read, type Requests, type SomeCasesOf } from "../requests.ts";

const ofCall = { callId: "{callId}" };

const ofPlayback = {
  transfer: { right: "call.transfer", form: { memberId: "{heirId}" } },
  /** That access is given with it only by who may: `domain/review`. */
  assign_reviewer: {
    right: "call.update",
    form: { memberId: "{granteeId}", dueOn: "2100-01-31" },
  },
  take_reviewer: { right: "call.update", form: { assignmentId: "{assignmentId}" } },
  restore_reviewer: { right: "call.update", form: { assignmentId: "{assignmentId}" } },
  finish_review: { right: "call.read" },
  reopen_review: { right: "call.read" },
} satisfies SomeCasesOf<typeof peoplePart.commands>;

const ofHome = {
  finish_review: { right: "call.read", form: ofCall },
  reopen_review: { right: "call.read", form: ofCall },
} satisfies SomeCasesOf<typeof homeCommands.commands>;

export const requests: Requests = {
  reads: [read("call.update", "routes/resource/call-reviewers", "/calls/{callId}/reviewers.json")],
  commands: [
    ...askedOf("routes/work/playback", "/playback/{callId}", ofPlayback),
    ...askedOf("routes/work/home", "/?index", ofHome),
  ],
  optional: ["dueOn"],
};
