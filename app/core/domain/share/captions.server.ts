import { captionsOf } from "../cut/captions.ts";
import { getWordsFor } from "./visit-access.server.ts";
import { noteView, type VisitFrom } from "./visit.server.ts";

/**
 * Captions of what is shared, on its own clock, for a browser that was let in. They are all of the words, so that asking
 * for them is a view.
 * @throws DomainError as `getWordsFor`
 */
export async function writeCaptions(
  cutId: string,
  { secret, ...from }: VisitFrom & { secret: string | null },
): Promise<string> {
  const { access, words } = await getWordsFor(cutId, secret);
  await noteView(access.link, access.visit, from);
  return captionsOf(words, { language: access.link.call?.language ?? null }, "vtt").body;
}
