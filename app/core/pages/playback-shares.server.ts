import * as z from "zod";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import { makeLink, revokeLinksOfCall } from "#app/core/domain/share/link-writes.server.ts";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import { commandsOfKeys } from "./embed-commands.server.ts";
import { commandsOfLinks } from "./link-commands.server.ts";
import { command } from "./playback-part.server.ts";

/** What of a call is shown elsewhere: clips, links for people outside, and the keys of players on other sites. */
export const sharesPart = {
  commands: {
    make_clip: command({
      schema: newClipForm,
      needs: "clip.create",
      run: async (actor, input, { callId }) => ({ clipId: await makeClip(actor, callId, input) }),
    }),
    make_link: command({
      schema: newLinkForm,
      needs: "link.create",
      run: (actor, input, { callId }) => makeLink(actor, callId, input),
    }),
    ...commandsOfLinks<{ callId: string }>("link.change", ({ callId }) => ({
      kind: "call",
      id: callId,
    })),
    ...commandsOfKeys<{ callId: string }>("link.change", ({ callId }) => ({
      kind: "call",
      id: callId,
    })),
    revoke_call_links: command({
      schema: z.object({}),
      needs: "link.change",
      run: (actor, _input, { callId }) => revokeLinksOfCall(actor, callId),
    }),
  },
};
