import type { Member } from "#app/core/domain/access/actor.ts";
import { getPlayback } from "#app/core/pages/playback.server.ts";
import { openSource } from "#app/core/pages/playback-source.server.ts";
import { loadTab } from "#app/core/pages/playback-tabs.server.ts";
import type { PlaybackTabs } from "#app/core/pages/playback-views.ts";

/** The page of a call with one of its tabs open. */
export async function playbackWith<Tab extends keyof PlaybackTabs>(
  tab: Tab,
  actor: Member,
  callId: string,
) {
  const found = (await loadTab(tab, await openSource(actor, callId)))[tab];
  if (found === undefined) throw new Error(`nothing on ${tab}`);
  return { ...(await getPlayback(actor, callId)), ...found };
}
