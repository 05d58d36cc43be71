import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import {
  describeRecorderForm,
  finishRecorderForm,
  keepRecorderForm,
  ofRecording,
  startRecorderForm,
} from "#app/core/domain/live/browser-recorder.schema.ts";
import {
  describeRecorder,
  discardRecorder,
  finishRecorder,
  keepRecorder,
  type RecorderPage,
  startRecorder,
} from "#app/core/domain/live/browser-recorder.server.ts";
import { commandsFor } from "./commands.ts";

const { command, commandOn, table } = commandsFor<Member, Permission, RecorderPage>();

/** What the page of the browser's recorder may ask for. */
export const recorderCommands = table({
  start: command({
    schema: startRecorderForm,
    needs: "call.create",
    run: startRecorder,
  }),
  keep: command({ schema: keepRecorderForm, needs: "live.host", run: keepRecorder }),
  describe: command({
    schema: describeRecorderForm,
    needs: "live.host",
    run: describeRecorder,
  }),
  finish: command({ schema: finishRecorderForm, needs: "live.host", run: finishRecorder }),
  discard: commandOn(ofRecording, "recordingId")("live.host", discardRecorder),
});
