import {
  giveLabel,
  giveNewLabel,
  labelsOf,
  takeLabel,
} from "#app/core/domain/label/call-label.server.ts";
import { newOnCallForm, ofLabel } from "#app/core/domain/label/label.schema.ts";
import { command } from "./playback-part.server.ts";
import type { PlaybackSource } from "./playback-source.server.ts";

/** The labels of a call. */
export const labelsPart = {
  load: ({ call }: PlaybackSource) => labelsOf(call.workspaceId, call.id),
  commands: {
    give_label: command({
      schema: ofLabel,
      needs: "call.update",
      run: (actor, { labelId }, { callId }) => giveLabel(actor, callId, labelId),
    }),
    take_label: command({
      schema: ofLabel,
      needs: "call.update",
      run: (actor, { labelId }, { callId }) => takeLabel(actor, callId, labelId),
    }),
    give_new_label: command({
      schema: newOnCallForm,
      needs: "call.update",
      run: (actor, input, { callId }) => giveNewLabel(actor, callId, input),
    }),
  },
};
