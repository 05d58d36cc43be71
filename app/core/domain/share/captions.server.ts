import { captionsOf } from "../cut/captions.ts";
import { getWordsFor } from "./visit-access.server.ts";

/** Captions of what is shared, on its own clock, for a browser that was let in. @throws DomainError as `getWordsFor` */
export async function writeCaptions(cutId: string, secret: string | null): Promise<string> {
  const { link, words } = await getWordsFor(cutId, secret);
  return captionsOf(words, { language: link.call?.language ?? null }, "vtt").body;
}
