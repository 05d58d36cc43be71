import type { EmbedKeyView } from "#app/core/domain/embed/embed-views.ts";
import type { LinksView, LinkView } from "#app/core/domain/share/link-views.ts";

/** A key with what its player is put into a page by. */
export type ShownKey = EmbedKeyView & { snippet: string };
export type ShownLink = LinkView & { keys: ShownKey[] };
/** The links to a call, a clip or a library, with the keys that let them play on other sites. */
export type CallLinksView = Omit<LinksView, "links"> & { links: ShownLink[] };
/** A key with its call, in the settings. */
export type ListedKey = ShownKey & { callId: string; title: string };
export type DeveloperView = { keys: ListedKey[]; origin: string; mayChange: boolean };
