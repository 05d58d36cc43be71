import { statisticsPart } from "./playback-medians.server.ts";
import { peoplePart } from "./playback-people.server.ts";
import type { PlaybackSource } from "./playback-source.server.ts";
import { summaryPart } from "./playback-summary.server.ts";
import type { PlaybackTabs } from "./playback-views.ts";

type Tab = keyof PlaybackTabs;

/** Tabs that show more than the page has. It is read for the one that is open. */
const LOADERS: Record<Tab, (source: PlaybackSource) => Promise<Partial<PlaybackTabs>>> = {
  summary: async (source) => ({ summary: await summaryPart.load(source) }),
  statistics: async (source) => ({ statistics: await statisticsPart.load(source) }),
  info: async (source) => ({ info: await peoplePart.load(source) }),
};

export const TABS = ["summary", "statistics", "info"] as const satisfies Tab[];

/** The first tab is open where the address names none. */
export const tabOf = (search: URLSearchParams): string => search.get("tab") ?? TABS[0];

/** What a tab shows besides the page's view; nothing of one that has all it shows from there. */
export async function loadTab(
  name: string,
  source: PlaybackSource,
): Promise<Partial<PlaybackTabs>> {
  const tab = TABS.find((one) => one === name);
  return tab === undefined ? {} : LOADERS[tab](source);
}
