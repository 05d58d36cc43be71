import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { confirmClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { makeClipLink, shareClips } from "#app/core/domain/share/clip-link.server.ts";
import {
  agreeForm,
  manyClipLinksForm,
  newClipLinkForm,
} from "#app/core/domain/share/link.schema.ts";
import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import { commandsFor } from "./commands.ts";
import { commandsOfKeys } from "./embed-commands.server.ts";
import { commandsOfLinks } from "./link-commands.server.ts";

/** What may be asked for about links to several clips. */
export const manyClipLinksCommands = commandsFor<Member, Permission, object>().table({
  make_links: commandsFor<Member, Permission, object>().command({
    schema: manyClipLinksForm,
    needs: "link.create",
    run: shareClips,
  }),
});

type OfClip = { clipId: string };
const subjectOf = ({ clipId }: OfClip): LinkSubject => ({ kind: "clip", id: clipId });
const { command, table } = commandsFor<Member, Permission, OfClip>();

/** What may be asked for about the links of a clip. */
export const clipLinkCommands = table({
  make_link: command({
    schema: newClipLinkForm,
    needs: "link.create",
    run: (actor, input, { clipId }) => makeClipLink(actor, clipId, input),
  }),
  /** Its links show what was saved last. */
  agree: command({
    schema: agreeForm,
    needs: "link.create",
    run: (actor, { revision }, { clipId }) => confirmClip(actor, clipId, revision),
  }),
  ...commandsOfLinks<OfClip>("link.change", subjectOf),
  ...commandsOfKeys<OfClip>("link.change", subjectOf),
});
