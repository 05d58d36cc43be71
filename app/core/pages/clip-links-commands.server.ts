import type { Member } from "#app/core/domain/access/actor.ts";
import type { Permission } from "#app/core/domain/access/policy/policy.ts";
import { confirmClip } from "#app/core/domain/clip/clip-writes.server.ts";
import { makeClipLink } from "#app/core/domain/share/clip-link.server.ts";
import { agreeForm, newClipLinkForm } from "#app/core/domain/share/link.schema.ts";
import type { LinkSubject } from "#app/core/domain/share/link-subject.ts";
import { commandsFor } from "./commands.ts";
import { commandsOfKeys } from "./embed-commands.server.ts";
import { commandsOfLinks } from "./link-commands.server.ts";

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
