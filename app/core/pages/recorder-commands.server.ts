import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  finishRecorderForm,
  keepRecorderForm,
  ofRecording,
  startRecorderForm,
} from "#app/core/domain/live/browser-recorder.schema.ts";
import {
  discardRecorder,
  finishRecorder,
  keepRecorder,
  startRecorder,
} from "#app/core/domain/live/browser-recorder.server.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, { zone: string }>();

/** What the page of the browser's recorder may ask for. */
export const recorderCommands = table({
  start: command({
    schema: startRecorderForm,
    needs: "call.create",
    run: (actor, input, { zone }) => startRecorder(actor, input, zone),
  }),
  keep: command({ schema: keepRecorderForm, needs: "live.host", run: keepRecorder }),
  finish: command({ schema: finishRecorderForm, needs: "live.host", run: finishRecorder }),
  discard: commandOn(ofRecording, "recordingId")("live.host", discardRecorder),
});
