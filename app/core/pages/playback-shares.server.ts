import * as z from "zod";
import type { Member } from "#app/core/domain/access/actor.ts";
import { makeClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { newClipForm } from "#app/core/domain/clip/clip.schema.ts";
import {
  allowSite,
  demandKeyOf,
  makeEmbedKey,
  mintEmbedToken,
  revokeEmbedKey,
  rotateEmbedKey,
} from "#app/core/domain/embed/embed-keys.server.ts";
import {
  allowSiteForm,
  embedKeyForm,
  mintForm,
  ofEmbedKey,
  rotateKeyForm,
} from "#app/core/domain/embed/embed.schema.ts";
import {
  demandLinkOf,
  makeLink,
  revokeLinksOfCall,
} from "#app/core/domain/share/link-writes.server.ts";
import { newLinkForm } from "#app/core/domain/share/link.schema.ts";
import { commandsOfLinks } from "./link-commands.server.ts";
import { command } from "./playback-part.server.ts";

/** A command about a key of a link of this very call. */
const onKey = <Schema extends z.ZodObject & z.ZodType<{ keyId: string }>, Result>(
  schema: Schema,
  run: (actor: Member, input: z.output<Schema>) => Promise<Result>,
) =>
  command({
    schema,
    needs: "link.change",
    run: async (actor, input: z.output<Schema>, { callId }) => {
      await demandKeyOf(actor, callId, input.keyId);
      return run(actor, input);
    },
  });
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
    make_embed_key: command({
      schema: embedKeyForm,
      needs: "link.change",
      run: async (actor, input, { callId }) => {
        await demandLinkOf(actor, { kind: "call", id: callId }, input.linkId);
        return makeEmbedKey(actor, input);
      },
    }),
    rotate_embed_key: onKey(rotateKeyForm, (actor, { keyId, hours }) =>
      rotateEmbedKey(actor, keyId, hours),
    ),
    /** A site that was refused, put on the list. */
    allow_embed_site: onKey(allowSiteForm, (actor, { keyId, site }) =>
      allowSite(actor, keyId, site),
    ),
    revoke_embed_key: onKey(ofEmbedKey, (actor, { keyId }) => revokeEmbedKey(actor, keyId)),
    /** A key for one reader; it is shown this once. */
    mint_embed_token: onKey(mintForm, mintEmbedToken),
    revoke_call_links: command({
      schema: z.object({}),
      needs: "link.change",
      run: (actor, _input, { callId }) => revokeLinksOfCall(actor, callId),
    }),
  },
};
